//! Walks, sight and edges as sentences and as lines of trace files.

use rulepress::engine::trace::Trace;
use rulepress::example::narrate::{Lexicon, narrate};
use rulepress::example::trace_file::{parse_trace_file, trace_file_of};
use rulepress::rules::Program;

use super::rules::played_program;

const PLAY: &str = r#"
def go():
    scout, beast = bag.find("Scout"), bag.find("Beast")
    scout.stand(land, at("A2"))
    beast.stand(land, at("A1"))
    set_edge(at("C2"), at("D2"), "")
    set_edge(at("A2"), at("A3"), "door")
    draw_sight(scout, at("D2"), blocked = [])
    draw_sight(scout, at("D1"), blocked = [at("C2")])
    scout.walk([stop for stop in walks(scout, 9) if stop.space == at("D3")][0])
    scout.walk([stop for stop in walks(scout, 1) if stop.space == at("D2")][0])
    beast.walk([stop for stop in walks(beast, 1) if stop.rotation == 90][0])
"#;

fn told(trace: &Trace, program: &Program) -> Vec<String> {
    let told = narrate(trace, program, &Lexicon::english());
    told.sentences.iter().map(|told| told.sentence.to_string()).collect()
}

#[test]
fn walks_sight_and_edges_are_sentences() {
    let (program, trace) = played_program(PLAY);
    let wanted = [
        "Anna places *Scout* on *A2*.",
        "Anna places *Beast* on *A1*.",
        "Between *C2* and *D2* the way is open now.",
        "Between *A2* and *A3* there is now: door.",
        "*Scout* has *D2* in line of sight.",
        "*Scout* does not have *D1* in line of sight.",
        "*Scout* goes from *A2* by B2 and C2 to *D3* (3 points).",
        "*Scout* goes from *D3* to *D2* (1 point).",
        "*Beast* turns on *A1* (1 point).",
    ];
    assert_eq!(told(&trace, &program), wanted);
}

#[test]
fn walks_sight_and_edges_are_lines() {
    let (program, trace) = played_program(PLAY);
    let told = narrate(&trace, &program, &Lexicon::english());
    let file = trace_file_of("Test", &trace, &program, &told);
    let lines: Vec<String> =
        file.lines.iter().map(|line| format!("{} | {}", line.what, line.at)).collect();
    let wanted = [
        "Scout | bag > land at A2",
        "Beast | bag 2 > land at A1",
        "C2-D2 | door > open",
        "A2-A3 | open > door",
        "Scout to D2 | free",
        "Scout to D1 | stopped at 8, 2",
        "Scout | A2 B2 C2 D3; cost 3",
        "Scout | D3 D2; cost 1",
        "Beast | A1, 0 > 90 degrees; cost 1",
    ];
    assert_eq!(lines, wanted);
    assert_eq!(parse_trace_file(&file.to_string()), Ok(file), "it is read again");
}
