//! The lexer: strings, comments and blocks; garbage is reported and never breaks it.

use rulepress::rules::lex::{TokenKind, lex_module};

/// Tokens as `kind:text`, blocks as `>` and `<`, line ends as `;`.
fn tokens(text: &str) -> String {
    let lexed = lex_module(text);
    let shown = lexed.tokens.iter().map(|token| match token.kind {
        TokenKind::Newline => ";".to_owned(),
        TokenKind::Indent => ">".to_owned(),
        TokenKind::Dedent => "<".to_owned(),
        TokenKind::Text => format!("'{}'", &text[token.range()]),
        TokenKind::Comment => format!("({})", &text[token.range()]),
        _ => text[token.range()].to_owned(),
    });
    shown.collect::<Vec<_>>().join(" ")
}

fn check(text: &str, wanted: &str) {
    assert_eq!(tokens(text), wanted, "{text}");
    assert_eq!(lex_module(text).problems, [], "{text}");
}

#[test]
fn strings() {
    check(r#"a = "x # y" 'it"s'"#, r#"a = '"x # y"' ''it"s'' ;"#);
    check(
        "a = \"\"\"one\ntwo \" ''' # no\n\"\"\" # yes",
        "a = '\"\"\"one\ntwo \" ''' # no\n\"\"\"' (# yes) ;",
    );
    // A backslash keeps a quotation mark in a raw string too.
    check(r#"r"a\"b" + rb'\''"#, r#"'r"a\"b"' + 'rb'\''' ;"#);
    check(r#"f"a{b["x"]}c{{d}}" + e"#, r#"'f"a' { b [ '"x"' ] } 'c{{d}}"' + e ;"#);
    check("f'''{\nf\"{x}\"}'''", "'f'''' { 'f\"' { x } '\"' } ''''' ;");
}

#[test]
fn blocks_and_brackets() {
    check(
        "def f(\n  a,\n# c\n  b = \"):\"):\n    if a:\n\n  # low\n        b\n    c\nd\n",
        "def f ( a , (# c) b = '\"):\"' ) : ; > if a : ; (# low) > b ; < c ; < d ;",
    );
    check("if a:\r\n    b\r\n# end", "if a : ; > b ; (# end) <");
    check("x = 1 + \\\n    2.5e-3 + .5 + 0x1e+1\n", "x = 1 + 2.5e-3 + .5 + 0x1e + 1 ;");
    check("a.b(c)[1:2] //= d >> e", "a . b ( c ) [ 1 : 2 ] //= d >> e ;");
    check("", "");
    check("\n\n  \n", "");
}

#[test]
fn problems_have_places() {
    let problems = |text: &str| {
        lex_module(text).problems.into_iter().map(|p| (p.range, p.message)).collect::<Vec<_>>()
    };
    assert_eq!(problems("a = \"x\nb"), [(4..5, "a string is not closed".to_owned())]);
    assert_eq!(problems("a = (1"), [(4..5, "`(` is not closed".to_owned())]);
    assert_eq!(problems("a = 1)"), [(5..6, "`)` closes nothing".to_owned())]);
    assert_eq!(problems("a = (1]"), [(6..7, "`]` closes `(`".to_owned())]);
    assert_eq!(problems("a = 1 $ 2"), [(6..7, "`$` is not part of the language".to_owned())]);
    assert_eq!(problems("if a:\n\tb\n"), [(6..7, "a line is indented with a tab".to_owned())]);
    assert_eq!(
        problems("if a:\n    b\n  c\n"),
        [(12..14, "the line fits no block around it".to_owned())]
    );
}

#[test]
fn garbage_never_breaks_it() {
    let mut state = 7_u64;
    let parts = [
        "def ", "f(", "\"", "'''", "f'{", "}", "\\", "\n", "    ", "\t", "#", "#@", "ü", "“", ")",
        ":", "\u{feff}", "0x", "1e+", "\r", "{", "]",
    ];
    for _ in 0..5_000 {
        let mut text = String::new();
        for _ in 0..30 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text += parts[(state >> 33) as usize % parts.len()];
        }
        let lexed = lex_module(&text);
        let count = |kind| lexed.tokens.iter().filter(|token| token.kind == kind).count();
        assert_eq!(count(TokenKind::Indent), count(TokenKind::Dedent), "{text:?}");
        let mut end = 0;
        for token in &lexed.tokens {
            assert!(token.start >= end && text.get(token.range()).is_some(), "{text:?}");
            end = token.end;
        }
    }
}
