//! HTML becomes the tree: whole files, and raw HTML among Markdown.

use std::path::Path;

use rulepress::diagnostic::Findings;
use rulepress::document::{
    self, Block, BlockKind, Cell, ColumnWidth, Definition, Document, Inline, InlineKind, Table,
    TextAlignment,
};
use rulepress::source::{SourceId, Sources, Span};

use crate::common::seed;

const SOURCE: SourceId = SourceId(0);

/// Parses a text under a name that describes it.
fn parse(name: &str, text: &str, findings: &mut Findings) -> Document {
    let mut sources = Sources::new(Path::new(".")).expect("the folder can be read");
    let id = sources.add(name, text);
    document::parse_text(&sources, id, findings)
}

fn document(_: SourceId, html: &str, findings: &mut Findings) -> Document {
    parse("case.html", html, findings)
}

/// The body of `html` as a short text, and the findings with the bytes they point at.
fn read(html: &str) -> (String, Vec<String>) {
    let mut findings = Findings::default();
    let tree = document(SOURCE, html, &mut findings);
    let findings = findings.0.iter().map(|finding| {
        let span = finding.span.expect("every finding has a place");
        format!("{} {}", finding.code.name, &html[span.range()])
    });
    (print(&tree.blocks), findings.collect())
}

fn check(cases: &[(&str, &str)]) {
    for (html, tree) in cases {
        assert_eq!(&read(html).0, tree, "{html}");
    }
}

fn check_findings(cases: &[(&str, &[&str])]) {
    for (html, findings) in cases {
        assert_eq!(read(html).1, *findings, "{html}");
    }
}

fn print(blocks: &[Block]) -> String {
    let id =
        |block: &Block| block.attributes.id.as_ref().map_or(String::new(), |id| format!("#{id} "));
    blocks.iter().map(|block| id(block) + &print_block(&block.kind)).collect::<Vec<_>>().join(" ")
}

fn print_block(kind: &BlockKind) -> String {
    match kind {
        BlockKind::Heading(h) => format!("h{}({})", h.level, inlines(&h.content)),
        BlockKind::Paragraph(content) => format!("p({})", inlines(content)),
        BlockKind::List(list) => {
            let items =
                list.items.iter().map(|item| print(&item.blocks)).collect::<Vec<_>>().join(" | ");
            let tight = if list.tight { "" } else { " loose" };
            format!("{:?}{}{tight}[{items}]", list.style, list.start)
        }
        BlockKind::Quote(content) => format!("quote[{}]", print(content)),
        BlockKind::Table(table) => print_table(table),
        BlockKind::Definitions(list) => {
            let one = |d: &Definition| {
                let bodies =
                    d.bodies.iter().map(|body| print(body)).collect::<Vec<_>>().join(" / ");
                format!("{}: {bodies}", inlines(&d.term))
            };
            format!("dl[{}]", list.iter().map(one).collect::<Vec<_>>().join(" | "))
        }
        BlockKind::Code(code) => format!("code{}({:?})", code.language, code.text),
        BlockKind::Figure(f) => {
            format!("figure({} {}; {})", f.image.url, f.image.alt, inlines(&f.caption))
        }
        BlockKind::Rule => "rule".to_owned(),
        other => format!("{other:?}"),
    }
}

fn print_table(table: &Table) -> String {
    let cell = |c: &Cell| {
        let span = if (c.colspan, c.rowspan) == (1, 1) {
            String::new()
        } else {
            format!("{}x{} ", c.colspan, c.rowspan)
        };
        format!("{}@{span}{}", c.column, print(&c.blocks))
    };
    let rows =
        table.rows.iter().map(|row| row.cells.iter().map(cell).collect::<Vec<_>>().join(", "));
    let caption = if table.caption.is_empty() {
        String::new()
    } else {
        format!(" {}", inlines(&table.caption))
    };
    format!(
        "table{}+{}{caption}[{}]",
        table.columns.len(),
        table.header_rows,
        rows.collect::<Vec<_>>().join("; ")
    )
}

fn inlines(content: &[Inline]) -> String {
    content.iter().map(print_inline).collect()
}

fn print_inline(inline: &Inline) -> String {
    match &inline.kind {
        InlineKind::Text(text) => text.clone(),
        InlineKind::Space => "_".to_owned(),
        InlineKind::Break => "<br>".to_owned(),
        InlineKind::Emphasis(c) => format!("em({})", inlines(c)),
        InlineKind::Strong(c) => format!("b({})", inlines(c)),
        InlineKind::Strike(c) => format!("s({})", inlines(c)),
        InlineKind::Subscript(c) => format!("sub({})", inlines(c)),
        InlineKind::Superscript(c) => format!("sup({})", inlines(c)),
        InlineKind::Code(text) => format!("`{text}`"),
        InlineKind::Link(link) => format!("a({} {})", link.url, inlines(&link.content)),
        InlineKind::Image(image) => format!("img({} {})", image.url, image.alt),
        InlineKind::Span(c, a) => format!("#{}({})", a.id.clone().unwrap_or_default(), inlines(c)),
        other => format!("{other:?}"),
    }
}

#[test]
fn blocks() {
    check(&[
        ("<h1 id=a>A <em>b</em></h1><p>c", "#a h1(A_em(b)) p(c)"),
        ("loose <b>bold</b> text<p>x</p>  \n more", "p(loose_b(bold)_text) p(x) p(more)"),
        ("<div>a<div>b</div>c</div>", "p(a) p(b) p(c)"),
        ("<blockquote>a<p>b</blockquote>", "quote[p(a) p(b)]"),
        ("<ul><li>a<li>b<ol start=3><li>c</ol></ul>", "Bullet1[p(a) | p(b) Ordered3[p(c)]]"),
        ("<ul><li><p>a<li>b</ul>", "Bullet1 loose[p(a) | p(b)]"),
        ("<ul><li>a</li><ul><li>b</li></ul> c</ul>", "Bullet1[p(a) Bullet1[p(b)] p(c)]"),
        ("<li>a <li>b</li> c", "Bullet1[p(a) | p(b)] p(c)"),
        ("<p>x</p><li>a</li> <!-- --> <li id=y>", "p(x) Bullet1[p(a) | ]"),
        ("<ul><li><h4>a</h4>b</ul>", "Bullet1[p(b(a)) p(b)]"),
        ("<pre>\n a\n  b</pre>", "code(\" a\\n  b\\n\")"),
        ("<pre><code class='x language-rust'>a &lt; b\n</code></pre>", "coderust(\"a < b\\n\")"),
        ("a<hr>b", "p(a) rule p(b)"),
        ("<p><img src=a.png alt=A></p><p>x<img src=b></p>", "figure(a.png A; ) p(ximg(b ))"),
        ("<figure><img src=a><figcaption>b <i>c</i></figcaption></figure>", "figure(a ; b_em(c))"),
        ("<figure>x<figcaption>y</figcaption></figure>", "p(x) p(y)"),
        ("<dl><dt>a<dt>b<dd>c<dd>d<div><dt>e<dd>f</div></dl>", "dl[a<br>b: p(c) / p(d) | e: p(f)]"),
        ("<details><summary>a</summary>b<p>c</details>", "p(b(a)) p(b) p(c)"),
        ("<b><p>a</p>b</b>", "p(b(a)) p(b(b))"),
        ("<a name=x></a> <h2>a</h2>", "#x h2(a)"),
        ("<unknown>a</unknown><button>b</button><title>c</title>", "p(a_b_c)"),
    ]);
}

#[test]
fn inlines_in_blocks() {
    check(&[
        ("<p>  a\n\n b <b> c </b> d  </p>", "p(a_b_b(c_)d)"),
        ("a&amp;b &copy; &#x41;", "p(a&b_©_A)"),
        ("<s>a</s><del>b</del> H<sub>2</sub>O x<sup>2</sup>", "p(s(a)s(b)_Hsub(2)O xsup(2))"),
        ("a<br>\n b", "p(a<br>b)"),
        ("<code>a  b</code> <kbd>k</kbd> <code>a<b>x</b></code>", "p(`a b`_`k`_`a`b(x))"),
        ("<u>a</u><span id=s>b</span><mark>c</mark>", "p(a#s(b)c)"),
        ("<a href=' u '>a</a><a>b</a><a id=i href=v>c</a>", "p(a(u a)b#i(a(v c)))"),
        ("<a href='java\nscript:x'>a <b>b</b></a>", "p(a_b(b))"),
        ("<q>a</q>", "p(“a”)"),
        ("<b>x <i>y</b> z</i>", "p(b(x_em(y))em(_z))"),
        ("<![CDATA[a]]><!-- no -->b<? no ?>", "p(ab)"),
    ]);
}

#[test]
fn tables() {
    check(&[
        ("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "table2+1[0@p(a), 1@p(b); 0@p(c), 1@p(d)]"),
        ("<table><thead><tr><td>a</thead><tbody><tr><td>b</table>", "table1+1[0@p(a); 0@p(b)]"),
        ("<table><caption>c</caption><tr><td>a</table>", "table1+0 c[0@p(a)]"),
        (
            "<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d</table>",
            "table3+0[0@1x2 p(a), 1@2x1 p(b); 1@p(c), 2@p(d)]",
        ),
        (
            "<table><tr><td rowspan=0>a<td>b<tr><td>c<tbody><tr><td>d<td>e</table>",
            "table2+0[0@1x2 p(a), 1@p(b); 1@p(c); 0@p(d), 1@p(e)]",
        ),
        (
            "<table><tr><td>a<td>b<tr><td colspan=1000000>c</table>",
            "table2+0[0@p(a), 1@p(b); 0@2x1 p(c)]",
        ),
        ("<table><tr><td>a<tr><td>b<td>c</table>", "table2+0[0@p(a), 1@; 0@p(b), 1@p(c)]"),
        (
            "<table><tr><td rowspan=2>a<td>b<td rowspan=2>c<tr><td colspan=2>d</table>",
            "table3+0[0@1x2 p(a), 1@p(b), 2@1x2 p(c); 1@p(d)]",
        ),
        (
            "<table><tr><th rowspan=2>a<th>b<tr><td>c</table>",
            "table2+0[0@1x2 p(a), 1@p(b); 1@p(c)]",
        ),
        ("<table>x<tr>y<td>a</table>z", "p(xy) table1+0[0@p(a)] p(z)"),
        (
            "<table><tr><td><table><tr><td>a</table><h3>t</h3></table>",
            "table1+0[0@table1+0[0@p(a)] p(b(t))]",
        ),
        ("<table></table>a", "p(a)"),
    ]);
}

#[test]
fn columns_and_alignment() {
    let html = "<table><colgroup><col style='width: 10%' span=2><col width=80 align=right></colgroup>\
        <tr align=center><td>a<td style='text-align:right'>b<td>c</table>";
    let tree = document(SOURCE, html, &mut Findings::default());
    let BlockKind::Table(table) = &tree.blocks[0].kind else { panic!("not a table") };
    let widths: Vec<_> = table.columns.iter().map(|column| column.width).collect();
    assert_eq!(
        widths,
        [ColumnWidth::Percent(10.0), ColumnWidth::Percent(10.0), ColumnWidth::Points(60.0)]
    );
    assert_eq!(table.columns[2].align, TextAlignment::Right);
    let aligns: Vec<_> = table.rows[0].cells.iter().map(|cell| cell.align).collect();
    assert_eq!(aligns, [TextAlignment::Center, TextAlignment::Right, TextAlignment::Center]);
}

#[test]
fn head() {
    let html = "\u{feff}<!doctype html><html lang=de><head><title> A \n B</title><meta charset=x><link rel=icon>";
    let mut findings = Findings::default();
    let tree = document(SOURCE, html, &mut findings);
    assert_eq!((tree.title.as_deref(), tree.language.as_deref()), (Some("A B"), Some("de")));
    assert_eq!((tree.blocks.len(), findings.0.len()), (0, 0));
}

#[test]
fn findings() {
    check_findings(&[
        ("<p>a<ul><li>b<li>c</ul><p>d", &[]),
        ("<table><tr><td>a<tr><td>b</table>", &[]),
        (
            "<table><tr><td>a</tr><td>b</td><td>c</td><tr><td>d<td>e</tr></table>",
            &["cell-outside-row <td>", "ragged-table <td>b</td><td>c</td>"],
        ),
        (
            "<table><td>a</td></tr><th>b</table>",
            &["cell-outside-row <td>", "unclosed-html </tr>", "cell-outside-row <th>"],
        ),
        ("<td>a</td><td>b", &["cell-outside-row <td>", "cell-outside-row <td>"]),
        ("a <b>b", &["unclosed-html <b>"]),
        ("<b>x<i>y</b>z</i>", &["unclosed-html <i>"]),
        (
            "a</div></p><br></br>",
            &["unclosed-html </div>", "unclosed-html </p>", "unclosed-html </br>"],
        ),
        ("<div><table><tr><td></div>x</table>", &["unclosed-html <div>", "unclosed-html </div>"]),
        (
            "<script>a<b</script><p onclick=x>b<svg><path/><style>c</style></svg>",
            &["script <script>", "script <p onclick=x>", "script <svg>"],
        ),
        ("<a href=javascript:x>y</a>", &["script <a href=javascript:x>y</a>"]),
        ("a <!-- b", &["unclosed-html <!--"]),
        ("a <b c", &["unclosed-html <b c"]),
        (
            "<a href=\"x>y</a> <a href=\"z\">b</a>",
            &["unclosed-html <a href=\"x>y</a> <a href=\"z\">"],
        ),
    ]);
}

#[test]
fn text_is_kept() {
    check(&[
        ("a <!-- b <i>c</i>", "p(a_b_em(c))"),
        ("a <b c", "p(a_<b c)"),
        ("<td>a</td><td>b", "p(a_b)"),
        ("<p>a<script>x", "p(a)"),
        ("a < b & c > d &", "p(a_<_b_&_c >_d_&)"),
        (
            "<template>a<col>b</template><noscript>c</noscript><select><option>d<option>e</select>",
            "p(a_bc_d_e)",
        ),
        ("<frameset>a<p>b</frameset>", "p(a) p(b)"),
        ("a\0b", "p(ab)"),
        ("<rulepress-node n=0>a</rulepress-node>", "p(a)"),
    ]);
}

/// Each text has the bytes it was read from.
#[test]
fn places() {
    let html = "<p>one two\n three &amp; <b>four</b>R&D &copy; x</p><table>five<tr><td>six\r\n seven</table>";
    let tree = document(SOURCE, html, &mut Findings::default());
    let mut found = Vec::new();
    for block in &tree.blocks {
        collect(block, &mut found);
    }
    let written: Vec<_> =
        found.iter().map(|(text, span)| (text.as_str(), &html[span.range()])).collect();
    for (text, written) in &written {
        assert!(text == written || written.starts_with('&'), "{text:?} is not {written:?}");
    }
    let words = ["one two", "three", "&", "four", "R", "&", "D", "©", "x", "five", "six", "seven"];
    assert_eq!(written.iter().map(|(text, _)| *text).collect::<Vec<_>>(), words);
    assert_eq!(&html[tree.blocks[0].span.range()], "one two\n three &amp; <b>four</b>R&D &copy; x");
    assert!(html[tree.blocks[2].span.range()].ends_with("</table>"));
}

fn collect(block: &Block, out: &mut Vec<(String, Span)>) {
    match &block.kind {
        BlockKind::Paragraph(content) => collect_inlines(content, out),
        BlockKind::Heading(heading) => collect_inlines(&heading.content, out),
        BlockKind::List(list) => {
            list.items.iter().flat_map(|item| &item.blocks).for_each(|block| collect(block, out))
        }
        BlockKind::Table(table) => {
            let cells = table.rows.iter().flat_map(|row| &row.cells);
            cells.flat_map(|cell| &cell.blocks).for_each(|block| collect(block, out));
        }
        _ => {}
    }
}

fn collect_inlines(content: &[Inline], out: &mut Vec<(String, Span)>) {
    for inline in content {
        match &inline.kind {
            InlineKind::Text(text) => out.push((text.clone(), inline.span)),
            InlineKind::Strong(c) | InlineKind::Emphasis(c) => collect_inlines(c, out),
            _ => {}
        }
    }
}

#[test]
fn html_among_markdown() {
    for (text, tree) in [
        ("a <b>*x*</b> c", "p(a b(em(x)) c)"),
        ("<div>\n\n*x*\n\n</div>", "p(em(x))"),
        ("<table><tr><td>\n\n**x**\n\ny\n\n</td></tr></table>", "table1+0[0@p(b(x)) p(y)]"),
        ("<ul><li>\n\nx\n\n</li></ul>", "Bullet1 loose[p(x)]"),
        ("x<br>y<sub>2</sub>", "p(x<br>ysub(2))"),
    ] {
        let mut findings = Findings::default();
        let document = parse("case.md", text, &mut findings);
        assert_eq!((print(&document.blocks).as_str(), findings.0.len()), (tree, 0), "{text}");
    }
}

/// The broken table of a real file: cells between rows, and columns that are asked for.
#[test]
fn broken_table_of_a_seed() {
    let html = "<table>\n<col style=\"width: 10%\">\n<col style=\"width: 10%\">\n<col style=\"width: 70%\">\n\
        <col style=\"width: 10%\">\n<tbody>\n<tr>\n<td>a</td>\n<td colspan=\"2\">b</td>\n<td>c</td>\n</tr>\n\
        <tr><td>d</td><td>e</td><td>f</td><td>g</td></tr>\n<td>h</td>\n<td colspan=\"3\"></td>\n<tr>\n\
        <td colspan=\"4\" align=\"center\">i</td>\n</tr>\n</tbody>\n</table>";
    let (tree, findings) = read(html);
    assert_eq!(
        tree,
        "table4+0[0@p(a), 1@2x1 p(b), 3@p(c); 0@p(d), 1@p(e), 2@p(f), 3@p(g); 0@p(h), 1@3x1 ; 0@4x1 p(i)]"
    );
    assert_eq!(findings, ["cell-outside-row <td>"]);
}

/// All words of the text outside of tags, in order.
fn words(html: &str) -> Vec<String> {
    let body = &html[html.find("<body").expect("there is a body")..];
    let mut text = String::new();
    for part in body.split('<').skip(1) {
        text.push(' ');
        text.push_str(part.split_once('>').map_or("", |(_, text)| text));
    }
    let text = text.replace("&amp;", "&").replace("&nbsp;", "\u{a0}");
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn all_words_of_a_seed() {
    let Some(seed) = seed("automated-emperor.html") else { return };
    let html = std::fs::read_to_string(seed).expect("the document can be read");
    let mut findings = Findings::default();
    let tree = document(SOURCE, &html, &mut findings);
    let mut found = Vec::new();
    tree.blocks.iter().for_each(|block| collect(block, &mut found));
    let found: Vec<_> = found.iter().flat_map(|(text, _)| text.split_whitespace()).collect();
    assert_eq!(found, words(&html));
    assert_eq!(tree.title.as_deref(), Some("Automated Emperor"));
    let spans = findings
        .0
        .iter()
        .map(|finding| &html[finding.span.expect("every finding has a place").range()]);
    assert_eq!(spans.collect::<Vec<_>>(), ["</div>"]);
}

/// Tags in any order: no word is lost, and tables are whole.
#[test]
fn tags_at_random() {
    const NAMES: &[&str] = &[
        "a",
        "b",
        "i",
        "p",
        "div",
        "ul",
        "ol",
        "li",
        "table",
        "tbody",
        "thead",
        "tr",
        "td",
        "th",
        "td colspan=3",
        "td rowspan=2",
        "th rowspan=0",
        "caption",
        "col",
        "colgroup",
        "dl",
        "dt",
        "dd",
        "pre",
        "code",
        "h2",
        "h3",
        "br",
        "hr",
        "img src=x",
        "a href=y",
        "a name=z",
        "select",
        "option",
        "button",
        "form",
        "input",
        "svg",
        "math",
        "mi",
        "template",
        "frameset",
        "frame",
        "figure",
        "figcaption",
        "details",
        "summary",
        "blockquote",
        "span id=q",
        "sub",
        "textarea",
        "noscript",
        "object",
        "body",
        "html",
        "plaintext",
        "nobr",
        "ruby",
        "rt",
        "foreignObject",
        "x-y",
        "font color=a",
        "noembed",
        "image",
        "fieldset",
        "/rulepress-node",
        "!-- c --",
        "search",
        "s",
        "xmp",
        "listing",
    ];
    let mut seed = 7u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for round in 0..1_000 {
        let (mut html, count) = (String::new(), next(100));
        for word in 0..count {
            let word = format!("w{word:04}");
            match next(8) {
                0 => html += &word,
                1 => {
                    html += &format!(
                        "</{}>{word}",
                        NAMES[next(NAMES.len())].split(' ').next().unwrap_or_default()
                    )
                }
                _ => html += &format!("<{}>{word}", NAMES[next(NAMES.len())]),
            }
            html += ["", " ", "\n", "\n\n"][next(4)];
        }
        for name in ["case.html", "case.md"] {
            let tree = parse(name, &html, &mut Findings::default());
            check_grids(&tree.blocks);
            let whole = format!("{:?}", tree.blocks);
            for word in 0..count {
                let word = format!("w{word:04}");
                assert_eq!(whole.matches(&word).count(), 1, "{round} {word} {name} {html}");
            }
        }
    }
}

/// Every place of every grid is covered exactly once.
fn check_grids(blocks: &[Block]) {
    for block in blocks {
        match &block.kind {
            BlockKind::List(list) => list.items.iter().for_each(|item| check_grids(&item.blocks)),
            BlockKind::Quote(content) => check_grids(content),
            BlockKind::Definitions(list) => {
                list.iter().flat_map(|d| &d.bodies).for_each(|body| check_grids(body))
            }
            BlockKind::Table(table) => check_grid(table),
            _ => {}
        }
    }
}

fn check_grid(table: &Table) {
    let mut covered = vec![vec![0; table.columns.len()]; table.rows.len()];
    for (at, row) in table.rows.iter().enumerate() {
        for cell in &row.cells {
            check_grids(&cell.blocks);
            for line in &mut covered[at..at + cell.rowspan] {
                line[cell.column..cell.column + cell.colspan]
                    .iter_mut()
                    .for_each(|count| *count += 1);
            }
        }
        assert!(row.cells.is_sorted_by_key(|cell| cell.column), "{table:?}");
    }
    assert!(covered.iter().flatten().all(|count| *count == 1), "{table:?}");
    assert!(table.header_rows <= table.rows.len());
}

#[test]
fn hostile() {
    let deep = |tag: &str, end: &str| format!("{}x{}", tag.repeat(5_000), end.repeat(5_000));
    let formats: String = (0..3_000).map(|n| format!("<b id={n}>")).collect();
    let unclosed: String = (0..50).map(|n| format!("<b id={n}>")).collect();
    for (html, text) in [
        (deep("<div>", "</div>"), "x"),
        (deep("<ul><li>", ""), "x"),
        (deep("<table><tr><td>", "</table>"), "x"),
        (deep("<b>", "</b>"), "x"),
        (deep("<svg>", ""), "x"),
        (deep("<form><div></form>", ""), "x"),
        (deep("<a><table>", ""), "x"),
        (deep("<dl><div>", ""), "x"),
        (format!("{formats}{}x", "<p>".repeat(3_000)), "x"),
        (format!("{unclosed}{}x", "<p>y".repeat(100_000)), "x"),
        (format!("<p {}>x", "a ".repeat(300_000)), "x"),
        (format!("<p {}>x", (0..100_000).map(|n| format!("a{n}=\">\" ")).collect::<String>()), "x"),
        (format!("<p class=\"{}\">x", "a ".repeat(300_000)), "x"),
        (format!("<table>{}</table>x", "<tr><td>a<td>b".repeat(100_000)), "x"),
        (format!("<table><tr>{}</table>x", "<td>a".repeat(2_000)), "x"),
        (
            format!(
                "<table><tr>{}{}</table>x",
                "<td>a".repeat(20_000),
                "<tr><td>b".repeat(100_000)
            ),
            "x",
        ),
        (
            format!(
                "<table><tr>{}{}</table>x",
                "<td rowspan=65534>a<td>b".repeat(20_000),
                "<tr><td>c".repeat(60_000)
            ),
            "x",
        ),
        (format!("<table>{}</table>x", "<tr><td colspan=1000 rowspan=9>".repeat(50_000)), "x"),
        (format!("{}x", "<!--".repeat(100_000)), "x"),
        (format!("{}x", "</q>".repeat(100_000)), "x"),
        (format!("<table>{}x</table>", "<p>y".repeat(50_000)), "x"),
        (format!("{}x", "<html a=1><body b=2>".repeat(50_000)), "x"),
    ] {
        let start = std::time::Instant::now();
        let mut findings = Findings::default();
        let tree = document(SOURCE, &html, &mut findings);
        let mut found = Vec::new();
        tree.blocks.iter().for_each(|block| collect(block, &mut found));
        let kept = found.iter().any(|(found, _)| found.ends_with(text))
            || format!("{tree:?}").contains("\"x\"");
        assert!(kept, "{}", &html[..40]);
        let time = start.elapsed();
        assert!(time.as_secs() < 60, "this hangs: {}", &html[..40]);
    }
}
