//! Fills the templates of `templates/web/`, with the author's text escaped.

use std::sync::LazyLock;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use tera::{Context, Tera};

use base::theme::Palette;

const STYLE: &str = include_str!("../../templates/web/style.css");
const SCRIPT: &str = include_str!("../../templates/web/steps.js");

static PAGES: LazyLock<Tera> = LazyLock::new(|| {
    let mut tera = Tera::new();
    tera.add_raw_templates([
        ("head.html", include_str!("../../templates/web/head.html")),
        ("play.html", include_str!("../../templates/web/play.html")),
        ("step.html", include_str!("../../templates/web/step.html")),
        ("changes.html", include_str!("../../templates/web/changes.html")),
        ("report.html", include_str!("../../templates/web/report.html")),
        ("book.html", include_str!("../../templates/web/book.html")),
        ("preview.html", include_str!("../../templates/web/preview.html")),
    ])
    .expect("the bundled pages are well formed");
    tera
});

/// Returns a page: the template of that name, filled with `values`, with its style and its one script in it.
pub fn fill_page(name: &str, values: &serde_json::Value, palette: &Palette) -> Result<String> {
    PAGES.render(name, &page_context(values, palette)?).context("a page cannot be filled")
}

/// Returns the values of a page, with its style and its one script.
fn page_context(values: &serde_json::Value, palette: &Palette) -> Result<Context> {
    let mut context =
        Context::from_serialize(values).context("the values of a page cannot be written")?;
    let style = page_style(palette);
    context.insert("policy", &page_policy(&style));
    context.insert("style", &style);
    context.insert("script", &SCRIPT);
    Ok(context)
}

fn page_style(palette: &Palette) -> String {
    format!(":root {{ {}}}\n{STYLE}", palette.css_properties())
}

/// Returns the policy that allows only our script and this style, whatever else is in the page.
fn page_policy(style: &str) -> String {
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        text_hash(SCRIPT),
        text_hash(style)
    )
}

/// Fills a template that needs neither our style nor our script.
pub fn fill_template(name: &str, context: &Context) -> Result<String> {
    PAGES.render(name, context).context("a page cannot be filled")
}

/// Returns the hash by which a policy allows a text.
pub fn text_hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())))
}
