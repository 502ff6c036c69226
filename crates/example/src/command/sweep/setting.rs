//! The argument of `--set`: `life=20..30`, `life=20,25,30`, `life=20..40:5`.

use std::str::FromStr;

use super::{MOST_SETTINGS, book_number};
use base::diagnostic::nearest_name;
use rules::Program;

/// A named value and the numbers that are tried for it, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweptValue {
    /// The name of the value, as `{=name}` in the text.
    pub name: String,
    /// The numbers.
    pub numbers: Vec<i64>,
}

/// Reason why something cannot be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongSetting(pub String);

impl std::fmt::Display for WrongSetting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongSetting {}

impl FromStr for SweptValue {
    type Err = WrongSetting;

    fn from_str(text: &str) -> Result<Self, WrongSetting> {
        let wrong = || {
            let wanted = "name=number, name=first..last, name=first..last:step or name=one,other";
            WrongSetting(format!("`{text}` is not of the form {wanted}"))
        };
        let (name, numbers) = text.split_once('=').ok_or_else(wrong)?;
        let name = name.trim().trim_start_matches("{=").to_owned();
        let numbers = numbers.split(',').map(|part| numbers_of(part.trim()).ok_or_else(wrong));
        let mut all: Vec<i64> = numbers.collect::<Result<Vec<_>, _>>()?.concat();
        all.dedup();
        if name.is_empty() || all.is_empty() {
            return Err(wrong());
        }
        Ok(Self { name, numbers: all })
    }
}

/// Parses `7`, `5..9` or `20..40:5`; none for other words, and for more numbers than are allowed.
fn numbers_of(part: &str) -> Option<Vec<i64>> {
    let Some((first, last)) = part.split_once("..") else { return Some(vec![part.parse().ok()?]) };
    let (last, step) = last.split_once(':').unwrap_or((last, "1"));
    let (first, last): (i64, i64) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    let step: usize = step.trim().parse().ok().filter(|step| *step > 0)?;
    let numbers: Vec<i64> = (first..=last).step_by(step).take(MOST_SETTINGS + 1).collect();
    (!numbers.is_empty()).then_some(numbers)
}

impl SweptValue {
    /// Reports a value that is no number of the rules, and more settings than are allowed.
    pub fn require_all(values: &[Self], program: &Program) -> Result<(), WrongSetting> {
        let numbers = || {
            let names = program.values.iter().map(|(name, _)| name.as_str());
            names.filter(|name| book_number(program, name).is_some())
        };
        for value in values {
            if numbers().any(|name| name == value.name) {
                continue;
            }
            let name = &value.name;
            let cure = match nearest_name(name, numbers()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if numbers().next().is_none() => {
                    "the text names no numbers: write [7]{=hand-size} at a number".to_owned()
                }
                None => format!("the values are {}", numbers().collect::<Vec<_>>().join(", ")),
            };
            return Err(WrongSetting(format!(
                "--set: no number of the text is called `{name}`; {cure}"
            )));
        }
        let named: std::collections::BTreeSet<&String> =
            values.iter().map(|own| &own.name).collect();
        if named.len() < values.len() {
            return Err(WrongSetting(
                "--set: one value is set twice; write its numbers with commas".to_owned(),
            ));
        }
        let count = values.iter().fold(1, |all: usize, own| all.saturating_mul(own.numbers.len()));
        if count > MOST_SETTINGS {
            let most = MOST_SETTINGS;
            return Err(WrongSetting(format!(
                "--set: more than {most} settings; take fewer numbers or a step, as in 10..100:10"
            )));
        }
        Ok(())
    }
}
