//! Instrumented modules: every function reports, lines stay, columns can be corrected; and they
//! still run.

use std::cell::RefCell;

use rulepress::rules::Module;
use starlark::environment::{Globals, GlobalsBuilder, Module as Frame};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::syntax::{AstModule, Dialect};
use starlark::typing::AstModuleTypecheck;
use starlark::values::none::NoneType;

use super::book::small;

/// The module of a small book whose only module is `text`.
fn module(text: &str) -> Module {
    let (_folder, read) = small(text);
    let program = read.program.unwrap_or_else(|| panic!("{:?}", read.findings));
    program.modules[0].clone()
}

#[track_caller]
fn check(text: &str, wanted: &str) {
    let module = module(text);
    assert_eq!(module.text, wanted);
    assert_eq!(module.text.lines().count(), text.lines().count());
    for inserted in &module.inserted {
        let line = module.text.lines().nth(inserted.line as usize - 1).expect("the line is there");
        let before: String = line.chars().take(inserted.column as usize - 1).collect();
        let own = module.column(inserted.line, inserted.column + inserted.length);
        let author = text.lines().nth(inserted.line as usize - 1).expect("the line is there");
        assert!(author.chars().count() as u32 + 1 >= own, "{before}");
    }
}

#[test]
fn bodies() {
    check("def f():\n    return 1\n", "def f():\n    _enter(0); return 1\n");
    check("def f(): return 1\n", "def f(): _enter(0); return 1\n");
    check(
        "def f(): # why\n\n    # c\n    \"\"\"Doc\n    x\"\"\"\n    return 1",
        "def f(): # why\n\n    # c\n    _enter(0); \"\"\"Doc\n    x\"\"\"\n    return 1",
    );
    check(
        "def f(a = \"):\", # :\n      b = {1: 2}) -> int:\n    return 1\n",
        "def f(a = \"):\", # :\n      b = {1: 2}) -> int:\n    _enter(0); return 1\n",
    );
}

#[test]
fn heads_of_compound_statements() {
    check("def f(a):\n    if a: return 1\n", "def f(a):\n    if _enter(0) or ( a): return 1\n");
    check(
        "def f(a):\n    if(a or\n       {1: 2}):\n        pass\n",
        "def f(a):\n    if _enter(0) or ((a or\n       {1: 2})):\n        pass\n",
    );
    check(
        "def f(a):\n    for i, (j, k) in a[1:] if a else []:\n        pass\n",
        "def f(a):\n    for i, (j, k) in _enter(0) or ( a[1:] if a else []):\n        pass\n",
    );
}

#[test]
fn functions_in_functions_and_blocks() {
    check(
        "def f():\n    def g(): return 1\n    def h():\n        return 2\n    return g() + h()\n",
        "def f():\n    def g(): _enter(1); return 1\n    def h():\n        _enter(2); return 2\n    _enter(0); return g() + h()\n",
    );
    check(
        "def f():\n    def g():\n        pass\n",
        "def f():\n    def g():\n        _enter(1); pass\n",
    );
    check(
        "def f(a):\n    x = 1\n    if a:\n        def g():\n            return x\n        return g()\n    return 2\n",
        "def f(a):\n    _enter(0); x = 1\n    if a:\n        def g():\n            _enter(1); return x\n        return g()\n    return 2\n",
    );
}

#[test]
fn columns_are_those_of_the_author() {
    let module = module("def f(ü):\n    if ü: return x\n");
    let changed = module.text.lines().nth(1).expect("two lines");
    let column = changed.chars().take_while(|c| *c != 'x').count() as u32 + 1;
    assert_eq!(module.column(2, column), 18);
    assert_eq!(module.column(2, 5), 5);
    assert_eq!(module.column(1, 7), 7);
    assert_eq!(module.column(2, 10), 7, "inside what was put in");
}

thread_local! {
    /// The numbers of the functions that were entered.
    static ENTERED: RefCell<Vec<i32>> = const { RefCell::new(Vec::new()) };
}

#[starlark_module]
fn host(globals: &mut GlobalsBuilder) {
    fn _enter(number: i32) -> anyhow::Result<NoneType> {
        ENTERED.with_borrow_mut(|entered| entered.push(number));
        Ok(NoneType)
    }
}

#[test]
fn they_run_and_their_types_fit() {
    let text = "\
def first(all: list[int]) -> int:
    for one in all:
        if one > 1: return one
    return 0

def second(all):
    if all:
        return first(all)
    return first([])

def third(n): return [second([n, 2]) for _ in range(n)]

result = third(2) + [second(None)]
";
    let text = module(text).text;
    let dialect = Dialect {
        enable_types: starlark::syntax::DialectTypes::Enable,
        enable_f_strings: true,
        ..Dialect::Standard
    };
    let globals: Globals = GlobalsBuilder::standard().with(host).build();
    let parsed = AstModule::parse("rules/turn.star", text.clone(), &dialect).expect("it parses");
    let (errors, ..) = parsed.typecheck(&globals, &std::collections::HashMap::new());
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let parsed = AstModule::parse("rules/turn.star", text, &dialect).expect("it parses");
    Frame::with_temp_heap(|frame| {
        let mut eval = Evaluator::new(&frame);
        eval.eval_module(parsed, &globals).expect("it runs");
        assert_eq!(
            frame.get("result").map(|value| value.to_string()),
            Some("[2, 2, 0]".to_owned())
        );
    });
    ENTERED.with_borrow(|entered| assert_eq!(*entered, [2, 1, 0, 1, 0, 1, 0]));
}
