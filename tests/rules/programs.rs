//! The content of a program: values, data, roles, places; readings.

use rulepress::rules::{Constant, Role, column_name, constant_name};

use super::book::{found, small, with};

#[test]
fn values_data_and_roles() {
    let (_folder, read) = small(
        "#@ #draw-phase 2.1\n#@ #draw-phase 1\n#@ after draw\ndef f(): pass\n\n#@ card \"Seer’s Sword\" enter\ndef g():\n    def h(): pass\n    h()\n",
    );
    assert_eq!(found(&read), [""; 0]);
    let program = read.program.expect("it is whole");
    assert_eq!((program.book.as_str(), program.reading.as_str()), ("Small", "corrected"));
    assert_eq!(program.values, [("draw".to_owned(), Constant::Int(4))]);
    assert_eq!(
        (program.data[0].path.as_str(), &program.data[0].rows[1]),
        ("cards.csv", &vec!["Seer's Sword".to_owned(), String::new(), String::new()])
    );
    let functions: Vec<_> =
        program.functions.iter().map(|f| (f.name.as_str(), f.line, f.role.clone())).collect();
    let effect = Role::Effect { card: "Seer's Sword".to_owned(), moment: "enter".to_owned() };
    assert_eq!(
        functions,
        [("f", 4, Some(Role::After("draw".to_owned()))), ("g", 7, Some(effect)), ("h", 8, None)]
    );
    let cited: Vec<_> = program.functions[0]
        .places
        .iter()
        .map(|at| program.places[*at as usize].address.as_str())
        .collect();
    assert_eq!(cited, ["1.1 step 2.1", "1.1 step 1"]);
    let keys: Vec<_> = program
        .bindings
        .iter()
        .map(|b| (b.key.as_str(), b.function, b.sentence.as_str()))
        .collect();
    assert_eq!(
        keys,
        [
            ("#draw-phase/2.1", 0, "This."),
            ("#draw-phase/1", 0, "Look at it."),
            ("cards.csv/Seer's Sword", 1, "Seer's Sword")
        ]
    );
}

#[test]
fn names_of_columns_and_values() {
    assert_eq!(column_name(" Reserve cost "), "reserve_cost");
    assert_eq!(column_name("Power (base)"), "power_base");
    assert_eq!(constant_name("first-hand"), "FIRST_HAND");
}

#[test]
fn a_place_of_another_reading_is_silent() {
    let prose = "# A {#a}\n\n1. One. {#one when=document}\n2. Two. {#two when=corrected}\n\n## B {#b when=document}\n\nWords.\n";
    let module = "#@ #one\ndef f(): pass\n#@ #two\ndef g(): pass\n#@ #b \"Words.\"\ndef h(): pass\n#@ #c\ndef i(): pass\n";
    let (_folder, read) = with(&[("book/turn.md", prose), ("book/rules/turn.star", module)]);
    assert_eq!(
        found(&read),
        [
            "turn.star:7:4-6 dangling-binding: unknown place `#c`; write {#c} after the title or item"
        ]
    );
    let program = read.program.expect("it is whole");
    let places: Vec<_> = program.functions.iter().map(|f| f.places.len()).collect();
    assert_eq!(places, [0, 1, 0, 0]);
}

#[test]
fn a_book_without_rules_has_no_program() {
    let (_folder, read) = with(&[]);
    assert!(read.program.is_none());
    assert_eq!(read.findings.0, []);
}
