//! Drawings of maps: their meaning and their faults. tests/cases/findings/bad-map shows the
//! findings.

use rulepress::source::map_drawing::{MapDrawing, data_rows, is_map_drawing};

fn rows(drawing: &str) -> Vec<String> {
    data_rows("x.map", drawing).lines().skip(1).map(str::to_owned).collect()
}

fn faults(drawing: &str) -> Vec<String> {
    MapDrawing::read(drawing).faults().map(|fault| fault.message.clone()).collect()
}

#[test]
fn drawings_are_rows() {
    let drawing = "\
first = Y9
R = Rebel entrance
w = wreck, old
~ = swamp
+---+---+---+
| R   .w| ~7|
+   + D +   +
| # : 12D . |
+---+ = +---+
    | . |
    +---+
";
    assert_eq!(faults(drawing), [] as [&str; 0]);
    let wanted = [
        "Y9,9,25,,,,Rebel entrance",
        "Z9,9,26,,wall,door,\"wreck, old\"",
        "AA9,9,27,swamp,wall,,7",
        "Y10,10,25,blocking,impassable,wall,",
        "Z10,10,26,,door,door,12",
        "AA10,10,27,,wall,wall,",
        "Z11,11,26,,wall,wall,",
    ];
    assert_eq!(rows(drawing), wanted);
    assert!(is_map_drawing("maps/Aftermath.MAP") && !is_map_drawing(".map"));
    assert_eq!(data_rows("cards.csv", "a,b\n"), "a,b\n", "other data stays as it is");
}

#[test]
fn faults_name_what_is_wrong() {
    let box_of = |middle: &str| format!("+---+---+\n{middle}\n+---+---+\n");
    assert_eq!(
        faults(&box_of("| .   .  ")),
        ["the open edge on the right of B1 leads to no space"]
    );
    assert_eq!(faults(&box_of("D .   . |")), ["the door on the left of A1 leads to no space"]);
    assert_eq!(faults(&box_of("| ~#  . |")), ["a space has two kinds of terrain"]);
    assert_eq!(faults(&box_of("| ?   . |")), ["`?` has no meaning in the legend"]);
    assert_eq!(
        faults(&box_of("|  .|  .|")),
        [] as [&str; 0],
        "a floor stands anywhere in its space"
    );
    assert_eq!(faults(&box_of("| . | R |")), ["no way leads to B1, which has a mark"]);
    assert_eq!(faults(&box_of("| .\t  . |"))[0], "the drawing contains a tab");
    assert_eq!(faults(&box_of("|..  |  .|"))[0], "the sign `|` does not fit the grid of spaces");
    assert_eq!(faults("+--+\n|.|\n+--+\n")[0], "the sign `+` does not fit the grid of spaces");
    assert_eq!(
        faults("nonsense\n").last().map(String::as_str),
        Some("the file does not draw a map")
    );
    assert_eq!(faults("+---+\n|   |\n+---+\n"), ["the drawing has no spaces"]);
}

#[test]
fn a_drawing_with_too_many_spaces_is_told_alone() {
    let line = |sign: &str, space: &str| format!("{sign}{}\n", space.repeat(64));
    let row = line("|", " .  ").replace(". \n", ". |\n");
    let drawing = format!("{}{row}", line("+", "---+"));
    let drawing = drawing + &format!("{}{row}", line("+", "   +")).repeat(64);
    let drawing = drawing + &line("+", "---+");
    assert_eq!(faults(&drawing), ["the drawing has more than 4096 spaces"]);
}

#[test]
fn strange_files_end() {
    let long = format!("+{}\n|{}\n", "---+".repeat(400_000), " . |".repeat(400_000));
    let high = "+\n|.|\n".repeat(400_000);
    let signs = "+?|\u{0}\u{feff}\u{1f600}-".repeat(300_000);
    for text in [long, high, signs, "+".repeat(10 << 20), String::new(), "\u{feff}+".to_owned()] {
        let drawing = MapDrawing::read(&text);
        assert!(drawing.faults().count() <= 24);
        assert!(data_rows("x.map", &text).lines().count() <= 4_097);
    }
}
