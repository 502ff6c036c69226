//! Translations in a folder. In: its texts. Out: those of the printed language, and those of each other
//! language: folders named `en` and `de`, or `rules.de.md` beside `rules.md`.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::bail;

use super::read_words;
use crate::source::language::{is_language, is_language_tag, split_language};
use crate::source::{PagePaths, Sources, path_below, rest_below};

/// Language that is printed by default.
const USUAL: &str = "en";

/// Texts of a folder, by language.
#[derive(Debug, Default)]
pub struct Languages {
    /// Texts that are printed.
    pub kept: Vec<String>,
    /// Texts that are not printed, by language; the empty language is that of the originals.
    pub others: BTreeMap<String, Vec<String>>,
    /// Language of the printed texts, if names of files or the command line give it.
    pub language: Option<String>,
    /// Language that the user asked for among several.
    pub asked: Option<String>,
}

/// A text whose name gives its language.
struct Translated<'t> {
    path: &'t str,
    language: String,
    /// Path without the language.
    twin: String,
    /// Path that the translations of a text or folder share.
    group: String,
    /// True if it counts only beside its twin: `how-to` has no language.
    needs_twin: bool,
}

impl Languages {
    /// Splits the `texts` of `folder`; `asked` is the language to print.
    pub fn split(
        texts: Vec<String>,
        folder: &str,
        asked: Option<&str>,
        sources: &Sources,
    ) -> anyhow::Result<Self> {
        if let Some(asked) = asked.filter(|asked| !is_language_tag(asked)) {
            bail!("unknown language `{asked}`; write a code such as `en` or `pt-BR`");
        }
        let mut by_language: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let languages = languages_by_path(&texts, folder);
        let is_original = languages.values().any(|(_, beside)| *beside);
        for path in &texts {
            let language = languages.get(path).map(|(language, _)| language.clone());
            by_language.entry(language.unwrap_or_default()).or_default().push(path.clone());
        }
        if languages.is_empty() {
            let language = asked.map(str::to_owned);
            return Ok(Self { kept: texts, language, ..Self::default() });
        }
        let usual = match is_original {
            true => String::new(),
            false => usual_language(&by_language, folder, sources),
        };
        let neutral = by_language.remove("").unwrap_or_default();
        by_language.entry(usual.clone()).or_default().extend(neutral);
        let Some(chosen) = choose_language(&by_language, &usual, asked) else {
            let asked = asked.unwrap_or_default();
            let known: Vec<&str> =
                by_language.keys().map(String::as_str).filter(|known| !known.is_empty()).collect();
            bail!(
                "there are no texts in the language `{asked}`; the texts are in {}",
                known.join(", ")
            );
        };
        let kept = by_language.remove(&chosen).unwrap_or_default();
        let is_asked = chosen != usual;
        let language = asked
            .map(str::to_owned)
            .or_else(|| Some(chosen.clone()).filter(|chosen| !chosen.is_empty()));
        Ok(Self { kept, others: by_language, language, asked: is_asked.then_some(chosen) })
    }
}

/// Returns the language to print: the one that is asked for, or else the usual one.
fn choose_language(
    by_language: &BTreeMap<String, Vec<String>>,
    usual: &str,
    asked: Option<&str>,
) -> Option<String> {
    let Some(asked) = asked else { return Some(usual.to_owned()) };
    let mut known = by_language.keys();
    let found = known.find(|known| known.eq_ignore_ascii_case(asked)).cloned();
    // A text without a language in its name may be in any.
    found.or_else(|| {
        usual.is_empty().then(String::new).filter(|_| asked.eq_ignore_ascii_case(USUAL))
    })
}

/// Returns the language of each translated text, and whether the original has no language in its name.
fn languages_by_path(texts: &[String], folder: &str) -> BTreeMap<String, (String, bool)> {
    let known: BTreeSet<String> = texts.iter().map(|path| path.to_lowercase()).collect();
    let translated: Vec<Translated<'_>> =
        texts.iter().filter_map(|path| translated_text(path, folder)).collect();
    // Languages of each group, and whether each text of a language has its twin. Only if all have one are
    // they translations of texts outside of language folders.
    let mut whole: BTreeMap<&str, BTreeMap<String, bool>> = BTreeMap::new();
    for text in &translated {
        let has_twin = known.contains(&text.twin.to_lowercase());
        let languages = whole.entry(&text.group).or_default();
        *languages.entry(text.language.to_lowercase()).or_insert(true) &= has_twin;
    }
    let groups: BTreeMap<&str, (BTreeSet<String>, bool)> = whole
        .into_iter()
        .map(|(group, languages)| {
            let beside = languages.values().all(|has_twins| *has_twins);
            (group, (languages.into_keys().collect(), beside))
        })
        .collect();
    let is_meant = |text: &Translated<'_>| {
        let group = groups.get(text.group.as_str());
        group.filter(|(languages, beside)| *beside || (languages.len() > 1 && !text.needs_twin))
    };
    let meant = translated.iter().filter_map(|text| {
        let (_, beside) = is_meant(text)?;
        Some((text.path.to_owned(), (text.language.clone(), *beside)))
    });
    meant.collect()
}

/// Parses the language in the path of a text: a folder of a language, or the end of its name.
fn translated_text<'t>(path: &'t str, folder: &str) -> Option<Translated<'t>> {
    let below = rest_below(path, folder)?;
    let parts: Vec<&str> = below.split('/').collect();
    let (name, folders) = parts.split_last()?;
    if let Some(at) = folders.iter().position(|part| is_language(part)) {
        let mut twin = parts.clone();
        let language = twin.remove(at).to_owned();
        let group = path_below(folder, &format!("{}/", folders[..at].join("/")));
        let twin = path_below(folder, &twin.join("/"));
        return Some(Translated { path, language, twin, group, needs_twin: false });
    }
    let (stem, end) = name.rsplit_once('.')?;
    let (own, language) = split_language(stem)?;
    let needs_twin = !stem[own.len()..].starts_with('.');
    let own = path_below(&folders.join("/"), &format!("{own}.{end}"));
    let (twin, language) = (path_below(folder, &own), language.to_owned());
    Some(Translated { path, language, group: twin.clone(), twin, needs_twin })
}

/// Returns the language that shares most words with the first page of the folder; among equals English, or
/// else the first by name.
fn usual_language(
    by_language: &BTreeMap<String, Vec<String>>,
    folder: &str,
    sources: &Sources,
) -> String {
    let neutral = by_language.get("").map(Vec::as_slice).unwrap_or_default();
    let pages = PagePaths::of(neutral.iter().map(String::as_str));
    let front = pages.front_of(folder).map(|front| read_words(sources, front)).unwrap_or_default();
    let words = words_of(&front);
    let languages = by_language.iter().filter(|(language, _)| !language.is_empty());
    let shares = languages.map(|(language, texts)| {
        let vocabulary: BTreeSet<String> =
            texts.iter().flat_map(|path| words_of(&read_words(sources, path))).collect();
        let shared = words.iter().filter(|word| vocabulary.contains(*word)).count();
        (shared, language.eq_ignore_ascii_case(USUAL), language)
    });
    let best =
        shares.reduce(|best, next| if (next.0, next.1) > (best.0, best.1) { next } else { best });
    best.map(|(_, _, language)| language.clone()).unwrap_or_default()
}

/// Returns the different words of a text, in small letters.
fn words_of(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}
