//! Languages in names of files and folders. In: `rules.de.md`, `docs/pt-BR`. Out: the code of the language,
//! if the name has one.

use std::path::Path;

/// Codes of two letters of ISO 639-1.
const CODES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co \
    cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi \
    ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw \
    ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc \
    oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv \
    sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// Characters between the name of a file and its language.
const SEPARATORS: [char; 3] = ['.', '_', '-'];

/// Reports whether a word is the code of a language, alone or with a region: `de`, `pt-BR`, `zh_CN`.
pub fn is_language(word: &str) -> bool {
    let (code, region) = split_region(word);
    let is_region = region.is_none_or(|region| {
        matches!(region.len(), 2..=4) && region.chars().all(|c| c.is_ascii_alphabetic())
    });
    is_region && CODES.split_whitespace().any(|known| known.eq_ignore_ascii_case(code))
}

/// Reports whether words have the form of a language: two or three letters, and an optional region.
pub fn is_language_tag(word: &str) -> bool {
    let (code, region) = split_region(word);
    let letters = |part: &str| part.chars().all(|c| c.is_ascii_alphabetic());
    matches!(code.len(), 2 | 3)
        && letters(code)
        && region.is_none_or(|region| matches!(region.len(), 2..=8) && letters(region))
}

fn split_region(word: &str) -> (&str, Option<&str>) {
    match word.split_once(['-', '_']) {
        Some((code, region)) => (code, Some(region)),
        None => (word, None),
    }
}

/// Splits a stem into the language at its end and the rest: `rules.de`, `README_pt-BR`.
pub fn split_language(stem: &str) -> Option<(&str, &str)> {
    let ends = stem.match_indices(SEPARATORS);
    let mut splits = ends.map(|(at, _)| (&stem[..at], &stem[at + 1..]));
    splits.find(|(name, language)| !name.is_empty() && is_language(language))
}

/// Returns the language in the name of a file: behind a full stop, or behind another sign if there is also a
/// file without it.
pub fn language_of_file(path: &Path) -> Option<String> {
    let (stem, end) = (path.file_stem()?.to_str()?, path.extension()?.to_str()?);
    let (name, language) = split_language(stem)?;
    let has_full_stop = stem[name.len()..].starts_with('.');
    let is_named = has_full_stop || path.with_file_name(format!("{name}.{end}")).is_file();
    is_named.then(|| language.to_owned())
}

/// Returns the language in the name of a folder.
pub fn language_of_folder(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    is_language(name).then(|| name.to_owned())
}
