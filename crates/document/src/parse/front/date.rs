//! Dates as people write them: `2026-11-20`, `20.11.2026`, `20 November 2026`, `November 20, 2026`.

use toml::value::{Date, Datetime};

/// Result of reading a date.
pub enum WrittenDate {
    Day(Datetime),
    /// A day that does not exist, such as the 31st of February.
    NoSuchDay,
    /// No date, or an ambiguous one.
    Unclear,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Reads a date, and ignores the time of day behind it.
pub fn read_date(written: &str) -> WrittenDate {
    let parts: Vec<&str> =
        written.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
    let Some((year, month, day)) = parts_of_day(&parts, written) else {
        return WrittenDate::Unclear;
    };
    let is_day = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    if !is_day {
        return WrittenDate::NoSuchDay;
    }
    let date = Date { year, month: month as u8, day: day as u8 };
    WrittenDate::Day(Datetime { date: Some(date), time: None, offset: None })
}

/// Returns year, month and day as written.
fn parts_of_day(parts: &[&str], written: &str) -> Option<(u16, u16, u16)> {
    let [first, second, third, ..] = *parts else { return None };
    let third = third.split(['T', 't']).next().unwrap_or_default();
    let number = |part: &str| part.parse::<u16>().ok();
    if first.len() == 4 {
        return Some((number(first)?, number(second)?, number(third)?));
    }
    let year = number(third).filter(|_| third.len() == 4)?;
    if let Some(month) = month_named(second) {
        let day = first.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        return Some((year, month, number(day)?));
    }
    if let Some(month) = month_named(first) {
        let day = second.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        return Some((year, month, number(day)?));
    }
    let (day, month) = (number(first)?, number(second)?);
    match written.contains('.') {
        true => Some((year, month, day)),
        // The day is before or behind the month; only a number above 12 shows which.
        false if day > 12 => Some((year, month, day)),
        false if month > 12 => Some((year, day, month)),
        false => None,
    }
}

/// Returns the number of a month by its name or the first letters of it.
fn month_named(word: &str) -> Option<u16> {
    let word = word.to_lowercase();
    let found = MONTHS.iter().position(|month| word.len() >= 3 && month.starts_with(&word))?;
    Some(found as u16 + 1)
}

fn days_in(year: u16, month: u16) -> u16 {
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
