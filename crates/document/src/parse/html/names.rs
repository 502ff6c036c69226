//! Kinds of elements, by name.

/// Elements whose formatting the tree builder repeats until they are closed.
pub const FORMATTING: &[&str] = &[
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];

/// Reports whether the tree builder repeats `name` until it is closed.
pub fn is_formatting(name: &str) -> bool {
    FORMATTING.contains(&name)
}

const VOID: &[&str] = &[
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "image",
    "input", "keygen", "link", "meta", "param", "source", "track", "wbr",
];

/// Reports whether `name` never has content.
pub fn is_void(name: &str) -> bool {
    VOID.contains(&name)
}

const ALONE: &[&str] = &[
    "html",
    "head",
    "body",
    "title",
    "script",
    "style",
    "textarea",
    "iframe",
    "noembed",
    "noframes",
    "xmp",
    "plaintext",
];

/// Reports whether `name` cannot hold other elements, or occurs only once.
pub fn stands_alone(name: &str) -> bool {
    is_void(name) || ALONE.contains(&name)
}

const TABLE_PARTS: &[&str] =
    &["caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"];

/// Reports whether `name` makes sense only in a table.
pub fn is_table_part(name: &str) -> bool {
    TABLE_PARTS.contains(&name)
}

const SELF_CLOSING: &[&str] = &[
    "p", "li", "td", "th", "tr", "tbody", "thead", "tfoot", "dt", "dd", "option", "optgroup",
    "html", "head", "body", "colgroup", "caption", "rb", "rt", "rtc", "rp",
];

/// Reports whether HTML allows the end tag of `name` to be left out.
pub fn closes_itself(name: &str) -> bool {
    SELF_CLOSING.contains(&name)
}

/// Reports whether the start of `new` ends an open `open` directly above it.
pub fn ended_by(open: &str, new: &str) -> bool {
    match open {
        "p" => is_transparent(new) || PARAGRAPH_ENDS.contains(&new),
        "li" => new == "li",
        "dt" | "dd" => matches!(new, "dt" | "dd"),
        "td" | "th" => matches!(new, "td" | "th" | "tr" | "tbody" | "thead" | "tfoot"),
        "tr" => matches!(new, "tr" | "tbody" | "thead" | "tfoot"),
        "tbody" | "thead" | "tfoot" => matches!(new, "tbody" | "thead" | "tfoot"),
        "option" => matches!(new, "option" | "optgroup"),
        "optgroup" => new == "optgroup",
        "caption" => is_table_part(new),
        "colgroup" => is_table_part(new) && new != "col",
        "head" => new == "body",
        "rb" | "rt" | "rp" | "rtc" => matches!(new, "rb" | "rt" | "rp" | "rtc"),
        _ => false,
    }
}

const PARAGRAPH_ENDS: &[&str] = &[
    "blockquote",
    "details",
    "dir",
    "dl",
    "dd",
    "dt",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "listing",
    "menu",
    "ol",
    "p",
    "plaintext",
    "pre",
    "summary",
    "table",
    "ul",
    "xmp",
];

const TRANSPARENT: &[&str] = &[
    "address", "article", "aside", "center", "dialog", "div", "fieldset", "footer", "form",
    "header", "hgroup", "legend", "main", "nav", "optgroup", "search", "section",
];

/// Reports whether `name` is a block that only groups its content.
pub fn is_transparent(name: &str) -> bool {
    TRANSPARENT.contains(&name)
}

const UNPRINTABLE: &[&str] = &[
    "applet", "audio", "button", "canvas", "embed", "form", "frame", "frameset", "iframe", "input",
    "math", "noscript", "object", "script", "select", "style", "svg", "template", "textarea",
    "video",
];

/// Reports whether `name` is left out of a printed book, and deserves a warning.
pub fn is_unprintable(name: &str) -> bool {
    UNPRINTABLE.contains(&name)
}

/// Elements that HTML has, or had, besides those named above.
const OTHERS: &[&str] = &[
    "a",
    "abbr",
    "acronym",
    "annotation",
    "area",
    "b",
    "bdi",
    "bdo",
    "big",
    "blink",
    "blockquote",
    "body",
    "cite",
    "code",
    "content",
    "data",
    "datalist",
    "dd",
    "del",
    "details",
    "dfn",
    "dir",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "html",
    "i",
    "image",
    "ins",
    "isindex",
    "kbd",
    "label",
    "li",
    "listing",
    "map",
    "mark",
    "marquee",
    "menu",
    "menuitem",
    "meter",
    "multicol",
    "nextid",
    "nobr",
    "noembed",
    "noframes",
    "ol",
    "option",
    "output",
    "p",
    "picture",
    "plaintext",
    "portal",
    "pre",
    "progress",
    "q",
    "rb",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "selectedcontent",
    "shadow",
    "slot",
    "small",
    "spacer",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "time",
    "title",
    "tt",
    "u",
    "ul",
    "var",
    "xml",
    "xmp",
];

/// Reports whether HTML has an element `name`, or a custom element may have this name.
pub fn is_element(name: &str) -> bool {
    let lists = [VOID, ALONE, TABLE_PARTS, TRANSPARENT, UNPRINTABLE, FORMATTING, OTHERS];
    name.contains(['-', ':']) || lists.iter().any(|list| list.contains(&name))
}
