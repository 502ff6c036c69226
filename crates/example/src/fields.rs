//! Fields of a TOML file, with their places. In: text. Out: values, one by one; mistakes become findings.

use std::borrow::Borrow;
use std::ops::Range;

use schemars::JsonSchema;
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use base::diagnostic::{Code, Diagnostic, Findings, code, nearest_name, short_quote};
use base::source::keys::{UnknownKey, key_of_other_name, unknown_key};
use base::source::schema::key_names;
use base::source::{SourceId, Span};
use base::text::single_spaced;

/// A value with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> Located<T> {
    /// Changes the value and keeps the place.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Located<U> {
        Located { value: change(self.value), span: self.span }
    }
}

/// A field of a table.
#[derive(Debug, Clone, Copy)]
pub struct TomlField<'t> {
    pub key: &'t str,
    pub key_span: Span,
    pub value: &'t DeValue<'t>,
    pub span: Span,
}

/// Reads one file. All findings have the same code and point into the file.
pub struct TomlReader<'f> {
    pub source: SourceId,
    pub code: Code,
    pub findings: &'f mut Findings,
}

impl TomlReader<'_> {
    /// Parses `text`. Reports each mistake in the TOML, and returns nothing then.
    pub fn parse<'t>(&mut self, text: &'t str) -> Option<DeTable<'t>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            let range = error.span().unwrap_or(first_line(text));
            let (message, hint) = syntax_words(error.message());
            self.say_with(self.span_at(range), message, hint);
        }
        errors.is_empty().then(|| table.into_inner())
    }

    /// Returns the place of some bytes of the file.
    fn span_at(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    /// Adds a finding at `span`, and returns it for further changes.
    pub fn say(&mut self, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.findings.push(Diagnostic::at(self.code, span, message));
        self.findings.0.last_mut().expect("a finding was just added")
    }

    /// Adds a finding at `span` with a hint.
    pub fn say_with(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        self.say(span, message).hints.push(hint.into());
    }

    /// Reports that the value of `field` is not of the `wanted` kind.
    pub fn wrong(&mut self, field: TomlField<'_>, wanted: &str) {
        let kind = value_kind(field.value);
        let message = format!("`{}` is {kind}, not {wanted}", short_quote(field.key));
        self.say(field.span, message);
    }

    /// Returns the fields of a table, in the order of the file.
    pub fn fields<'t>(&self, table: &'t DeTable<'t>) -> Vec<TomlField<'t>> {
        let field = |(key, value): (&'t Spanned<_>, &'t Spanned<DeValue<'t>>)| TomlField {
            key: AsRef::<str>::as_ref(key.get_ref()),
            key_span: self.span_at(key.span()),
            value: value.get_ref(),
            span: self.span_at(value.span()),
        };
        let mut fields: Vec<TomlField<'t>> = table.iter().map(field).collect();
        fields.sort_by_key(|field| field.key_span);
        fields
    }

    /// Returns the fields of a table whose keys must be those of `T`; other keys are reported. `path` is the
    /// name of the table, empty for the left margin. A key of an earlier version is reported, and read under
    /// its name of today.
    pub fn strict<'t, T: JsonSchema + 'static>(
        &mut self,
        table: &'t DeTable<'t>,
        path: &str,
    ) -> Vec<TomlField<'t>> {
        let (mut fields, known) = (self.fields(table), key_names::<T>());
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        for field in &mut fields {
            let today = key_of_other_name(self.code, path, field.key);
            if let Some(today) = today.filter(|today| !table.contains_key(*today)) {
                let message = format!("`{}` is now called `{today}`", field.key);
                let mut finding = Diagnostic::at(code::OLD_KEY, field.key_span, message)
                    .hint(format!("write `{today}`"));
                finding.fix = Some((field.key_span, today.to_owned()));
                self.findings.push(finding);
                field.key = today;
            }
        }
        let (fields, unknown): (Vec<_>, Vec<_>) =
            fields.into_iter().partition(|field| known.contains(&field.key));
        for field in unknown {
            let unknown = UnknownKey { name: field.key, path, meant: None, keys: &known };
            self.findings.push(unknown_key(self.code, field.key_span, unknown));
        }
        fields
    }

    /// Reads a text, as one line with single spaces.
    pub fn text(&mut self, field: TomlField<'_>) -> Option<Located<String>> {
        let Some(text) = field.value.as_str() else {
            self.wrong(field, "a text in double quotes");
            return None;
        };
        let text = single_spaced(text);
        if text.is_empty() {
            self.say(field.span, format!("`{}` is empty", short_quote(field.key)));
            return None;
        }
        Some(Located { value: text, span: field.span })
    }

    /// Reads a list of texts.
    pub fn texts(&mut self, field: TomlField<'_>) -> Vec<Located<String>> {
        let items = self.items(field, "a list of texts in `[ ]`");
        items.into_iter().filter_map(|item| self.text(item)).collect()
    }

    /// Returns the items of a list, each with the key of the list.
    pub fn items<'t>(&mut self, field: TomlField<'t>, wanted: &str) -> Vec<TomlField<'t>> {
        let Some(array) = field.value.as_array() else {
            self.wrong(field, wanted);
            return Vec::new();
        };
        let item = |item: &'t Spanned<DeValue<'t>>| TomlField {
            value: item.get_ref(),
            span: self.span_at(item.span()),
            ..field
        };
        array.iter().map(item).collect()
    }

    /// Reads a whole number from `least` to `most`.
    pub fn number(&mut self, field: TomlField<'_>, least: u64, most: u64) -> Option<Located<u64>> {
        let bounds = if most == u64::MAX {
            format!("of {least} or more")
        } else {
            format!("from {least} to {most}")
        };
        let Some(number) = field.value.as_integer() else {
            self.wrong(field, &format!("a whole number {bounds}"));
            return None;
        };
        let value = number_within(number, least, most);
        if value.is_none() {
            let message = format!("`{} = {number}` is out of range", short_quote(field.key));
            self.say_with(field.span, message, format!("write a whole number {bounds}"));
        }
        value.map(|value| Located { value, span: field.span })
    }

    /// Reads the entries of a table, each with `read`.
    pub fn entries<T>(
        &mut self,
        field: TomlField<'_>,
        read: impl Fn(&mut Self, TomlField<'_>) -> Option<T>,
    ) -> Vec<(Located<String>, T)> {
        let Some(table) = self.table(field) else { return Vec::new() };
        let fields = self.fields(table).into_iter();
        fields.filter_map(|field| Some((located_key(field), read(self, field)?))).collect()
    }

    /// Returns the table of a field, or reports that it is none.
    pub fn table<'t>(&mut self, field: TomlField<'t>) -> Option<&'t DeTable<'t>> {
        let table = field.value.as_table();
        if table.is_none() {
            self.wrong(field, &format!("a table `[{}]`", short_quote(field.key)));
        }
        table
    }
}

/// Returns the key of a field, with its place.
pub fn located_key(field: TomlField<'_>) -> Located<String> {
    Located { value: field.key.to_owned(), span: field.key_span }
}

/// Returns the range of the first line, in bytes.
pub fn first_line(text: &str) -> Range<usize> {
    0..text.find('\n').unwrap_or(text.len())
}

/// Returns the message and the hint of a finding about a mistake in the TOML.
fn syntax_words(error: &str) -> (String, &'static str) {
    let line: String = error.lines().next().unwrap_or_default().chars().take(200).collect();
    if line.is_empty() {
        ("this cannot be read".to_owned(), "write `key = value`")
    } else if line.contains("duplicate key") {
        ("this key is listed twice in one table".to_owned(), "keep one of them")
    } else {
        (line, "write `key = value`; put text in double quotes and lists in `[ ]`")
    }
}

/// Returns the number if it is from `least` to `most`.
fn number_within(number: &DeInteger<'_>, least: u64, most: u64) -> Option<u64> {
    let value = u64::try_from(i128::from_str_radix(number.as_str(), number.radix()).ok()?).ok()?;
    (least..=most).contains(&value).then_some(value)
}

fn value_kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "`true` or `false`",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// Returns "did you mean `Weaponsmith`?" if a known name is similar enough.
pub fn did_you_mean<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let meant = nearest_name(written, known)?;
    Some(format!("did you mean `{}`?", short_quote(meant)))
}

/// Lists at most ten names in backticks, with commas.
pub fn backticked_names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{}`", short_quote(name))).collect();
    first_names(&names, 10)
}

/// Lists at most `most` names, with commas: "A, B and 3 more".
pub fn first_names<S: Borrow<str>>(names: &[S], most: usize) -> String {
    let shown = names[..most.min(names.len())].join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
