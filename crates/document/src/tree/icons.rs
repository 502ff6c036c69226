//! The icons that text can name: `:sword:`. The bundled set lies in `crates/document/icons/icons.toml`; a book
//! adds its own (`crates/document/src/manuscript/icons/`).

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use draw::drawing::IconOutline;

/// An icon of running text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Icon {
    /// What stands between the colons.
    pub name: String,
    /// Its alternative text.
    pub says: String,
    /// What is drawn.
    pub outline: IconOutline,
}

/// An icon as `crates/document/icons/icons.toml` has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BundledIcon {
    says: String,
    paths: Vec<String>,
}

static ICONS: LazyLock<BTreeMap<String, Arc<Icon>>> = LazyLock::new(|| {
    let bundled: BTreeMap<String, BundledIcon> =
        toml::from_str(include_str!("../../icons/icons.toml"))
            .expect("the bundled icons are well formed");
    let icon = |(name, BundledIcon { says, paths }): (String, BundledIcon)| {
        let outline = IconOutline { paths, filled: false };
        (name.clone(), Arc::new(Icon { name, says, outline }))
    };
    bundled.into_iter().map(icon).collect()
});

/// The bundled icon of this name.
pub fn find_icon(name: &str) -> Option<&'static Arc<Icon>> {
    ICONS.get(name)
}

/// All bundled icons by name.
pub fn all_icons() -> impl Iterator<Item = (&'static str, &'static Icon)> {
    ICONS.iter().map(|(name, icon)| (name.as_str(), &**icon))
}
