//! The icons that text can name: `:sword:`. The set lies in `templates/icons.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// An outline on a field of 24 x 24.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Icon {
    /// Its alternative text.
    pub says: String,
    /// Its lines, as path data of SVG.
    pub paths: Vec<String>,
}

static ICONS: LazyLock<BTreeMap<String, Icon>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../templates/icons.toml"))
        .expect("the bundled icons are well formed")
});

/// The icon of this name.
pub fn find_icon(name: &str) -> Option<&'static Icon> {
    ICONS.get(name)
}

/// All icons by name.
pub fn all_icons() -> impl Iterator<Item = (&'static str, &'static Icon)> {
    ICONS.iter().map(|(name, icon)| (name.as_str(), icon))
}
