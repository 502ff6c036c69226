//! Lessons as data for other programs. In: the lessons of a book. Out: JSON with their words in parts, the
//! scenarios they begin, and the right, wrong and forbidden answers of each choice; `docs/play-lines.md`
//! describes it.

use serde_json::{Map, Value, json};

use super::words::LessonWords;
use super::{BookLesson, LessonChoice, LessonQuestion, PartScenario};
use crate::examples::ExampleContext;
use crate::fields::Located;
use crate::narrate::Lexicon;
use crate::{places, story};
use rules::Program;

/// Returns the list of a book's lessons.
pub fn lessons_data(lessons: &[BookLesson]) -> Value {
    let lesson = |lesson: &BookLesson| {
        json!({
            "name": lesson.name,
            "title": lesson.title.value,
            "about": lesson.about,
            "minutes": lesson.minutes,
            "parts": lesson.length(),
        })
    };
    lessons.iter().map(lesson).collect()
}

/// Returns a whole lesson.
pub fn lesson_data(lesson: &BookLesson, book: &ExampleContext<'_>) -> Value {
    let program = book.program;
    let mut scenario = None;
    let parts = lesson.parts.iter().map(|part| {
        scenario = part.scenario.as_ref().or(scenario);
        let choices =
            part.choices.iter().map(|choice| choice_data(choice, scenario, program, book.words));
        json!({
            "title": part.title.value,
            "teaches": rule_data(&part.teaches.value, program),
            "say": part.say.data(program),
            "scenario": part.scenario.as_ref().map(|scenario| &scenario.text),
            "choices": choices.collect::<Vec<_>>(),
        })
    });
    let whole = lesson.whole_game.as_ref();
    json!({
        "name": lesson.name,
        "title": lesson.title.value,
        "about": lesson.about,
        "minutes": lesson.minutes,
        "seat": lesson.seat_in(book),
        "parts": parts.collect::<Vec<_>>(),
        "wholeGame": whole.map(|whole| json!({ "play": whole.value, "rule": rule_data(&whole.value, program) })),
    })
}

/// Returns a choice; `scenario` is the one that is being played.
fn choice_data(
    choice: &LessonChoice,
    scenario: Option<&PartScenario>,
    program: &Program,
    lexicon: &Lexicon,
) -> Value {
    let said = |words: &Option<LessonWords>| words.as_ref().map(|words| words.data(program));
    let question = match &choice.asked {
        LessonQuestion::Rules(asks) => asks.value.as_str(),
        LessonQuestion::Guess(_) => "",
    };
    let explained = |all: &[(Located<String>, LessonWords)]| -> Map<String, Value> {
        let entries = all.iter().map(|(answer, words)| {
            let mut data = explanation(words, program);
            data["label"] = lexicon.put_answer(question, &answer.value).into();
            (answer.value.clone(), data)
        });
        entries.collect()
    };
    let mut data = json!({
        "say": said(&choice.say),
        "right": choice.right.iter().map(|right| &right.value).collect::<Vec<_>>(),
        "praise": said(&choice.praise),
        "hint": said(&choice.hint),
        "wrong": explained(&choice.wrong),
        "forbidden": explained(&choice.forbidden),
        "otherwise": choice.otherwise.as_ref().map(|words| explanation(words, program)),
    });
    match &choice.asked {
        LessonQuestion::Rules(asks) => data["asks"] = asks.value.as_str().into(),
        LessonQuestion::Guess(guess) => {
            data["guess"] = guess.words.data(program);
            let until = guess.until.as_ref().map(|until| until.value.as_str());
            data["scenario"] = scenario.map(|scenario| stopped_at(&scenario.text, until)).into();
        }
    }
    data
}

/// Returns the reason why an answer is wrong, and the rule for it: the first that the words link to.
fn explanation(words: &LessonWords, program: &Program) -> Value {
    let rule = words.places().next().map(|place| rule_data(place, program));
    json!({ "words": words.data(program), "rule": rule })
}

fn rule_data(name: &str, program: &Program) -> Value {
    let place = places::find_place(program, name);
    place.map_or(Value::Null, |place| story::rule_with_items(program, place))
}

/// Returns a scenario that stops at another place.
fn stopped_at(text: &str, until: Option<&str>) -> String {
    let Ok(mut scenario) = text.parse::<toml_edit::DocumentMut>() else { return text.to_owned() };
    match until {
        Some(until) => scenario["until"] = toml_edit::value(until),
        None => drop(scenario.remove("until")),
    }
    scenario.to_string()
}
