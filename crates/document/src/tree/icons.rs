//! Icons that text can name: `:sword:`. The bundled set is `crates/document/icons/icons.toml`; a book adds
//! its own (`crates/document/src/manuscript/icons/`).

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use draw::drawing::IconOutline;

/// An icon of running text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Icon {
    /// Name between the colons.
    pub name: String,
    /// Alternative text.
    pub says: String,
    /// Drawing.
    pub outline: IconOutline,
}

/// An entry of `crates/document/icons/icons.toml`.
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

/// Returns the bundled icon of this name.
pub fn find_icon(name: &str) -> Option<&'static Arc<Icon>> {
    ICONS.get(name)
}

/// All bundled icons, by name.
pub fn all_icons() -> impl Iterator<Item = (&'static str, &'static Icon)> {
    ICONS.iter().map(|(name, icon)| (name.as_str(), &**icon))
}
