//! Claim of PDF/X: printing condition, identification, and the same facts in the metadata.

use std::fmt::Write;

use anyhow::{Context, Result};
use lopdf::{Dictionary, Document, Object, Stream, dictionary};

use crate::inks::PrintingCondition;
use crate::print_standard::PrintStandard;
use crate::profile::Profile;
use draw::drawing::escape_markup;

/// The registry of printing conditions.
const REGISTRY: &str = "http://www.color.org";

/// Names the printing condition, as far as the profile has one.
pub fn set_output_intent(document: &mut Document, profile: &Profile) -> Result<()> {
    let name = profile.output_condition.as_deref();
    let is_claimed = profile.standard.claim().is_some();
    if name.is_none() && profile.condition.is_none() && !is_claimed {
        return Ok(());
    }
    let name = name.unwrap_or(if profile.condition.is_some() { "Custom" } else { "FOGRA39" });
    let mut intent = dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => Object::string_literal(name),
        "Info" => Object::string_literal(name),
    };
    if name != "Custom" {
        intent.set("RegistryName", Object::string_literal(REGISTRY));
    }
    // A registered condition need not be embedded in a PDF/X-1a.
    let own = profile.condition.clone();
    let is_needed = profile.standard == PrintStandard::X4;
    if let Some(condition) = own.or_else(|| is_needed.then(PrintingCondition::bundled)) {
        let mut stream = Stream::new(dictionary! { "N" => 4 }, condition.bytes().to_vec());
        stream.compress().context("the printing condition cannot be packed")?;
        let id = document.add_object(stream);
        intent.set("DestOutputProfile", id);
    }
    let catalog = document.catalog_mut().context("the finished PDF has no catalogue")?;
    catalog.set("OutputIntents", vec![Object::Dictionary(intent)]);
    Ok(())
}

/// Writes the standard into the file and its metadata.
pub fn claim_standard(document: &mut Document, profile: &Profile) -> Result<()> {
    let Some(claim) = profile.standard.claim() else { return Ok(()) };
    document.version = profile.standard.version().to_owned();
    let info = document.trailer.get(b"Info").ok();
    let info = info.and_then(|info| document.dereference(info).ok());
    let info = info.and_then(|(_, info)| info.as_dict().ok());
    let mut info = info.cloned().unwrap_or_default();
    let title = text_of(&info, b"Title").unwrap_or_else(|| "Untitled".to_owned());
    let author = text_of(&info, b"Author");
    let created = text_of(&info, b"CreationDate").unwrap_or_else(|| day_of(profile));
    for (key, value) in
        [("Title", title.as_str()), ("CreationDate", &created), ("ModDate", &created)]
    {
        info.set(key, lopdf::text_string(value));
    }
    info.set("GTS_PDFXVersion", Object::string_literal(claim));
    info.set("Trapped", Object::Name(b"False".to_vec()));
    let info = document.add_object(info);
    document.trailer.set("Info", info);
    let number = document_id(document, profile, &title);
    let record = MetadataRecord {
        claim,
        standard: profile.standard,
        title: escape_markup(&title),
        author: author.as_deref().map(escape_markup),
        number,
        date: iso_date(&created),
    };
    let fields = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    // Readers search for it as plain bytes.
    let packet = metadata_packet(&record).into_bytes();
    let metadata = Stream::new(fields, packet).with_compression(false);
    let metadata = document.add_object(metadata);
    let catalog = document.catalog_mut().context("the finished PDF has no catalogue")?;
    catalog.set("Metadata", metadata);
    if !document.trailer.has(b"ID") {
        let id = Object::string_literal(title.as_bytes());
        document.trailer.set("ID", vec![id.clone(), id]);
    }
    Ok(())
}

fn text_of(info: &Dictionary, key: &[u8]) -> Option<String> {
    let text = lopdf::decode_text_string(info.get(key).ok()?).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns a date for books without one: the day on which the profile was checked, so that the same sources
/// give the same bytes.
fn day_of(profile: &Profile) -> String {
    let date = profile.checked.date;
    date.map_or_else(
        || "D:20000101000000Z".to_owned(),
        |date| format!("D:{:04}{:02}{:02}000000Z", date.year, date.month, date.day),
    )
}

/// Turns `D:20261126000000Z` into `2026-11-26T00:00:00Z`.
fn iso_date(date: &str) -> String {
    let digits: String =
        date.chars().filter(char::is_ascii_digit).chain("00000000000000".chars()).collect();
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or("01");
    format!(
        "{}-{}-{}T{}:{}:{}Z",
        part(0, 4),
        part(4, 6),
        part(6, 8),
        part(8, 10),
        part(10, 12),
        part(12, 14)
    )
}

/// The entries of the metadata of a file, with markup escaped.
struct MetadataRecord<'a> {
    claim: &'a str,
    standard: PrintStandard,
    title: String,
    author: Option<String>,
    number: String,
    date: String,
}

fn metadata_packet(record: &MetadataRecord<'_>) -> String {
    let mut out = String::from(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\">\n",
    );
    let mut line = |name: &str, text: &str| {
        let _ = writeln!(out, "<{name}>{text}</{name}>");
    };
    let listed = |kind: &str, item: &str| format!("<rdf:{kind}>{item}</rdf:{kind}>");
    line("dc:format", "application/pdf");
    let title = format!("<rdf:li xml:lang=\"x-default\">{}</rdf:li>", record.title);
    line("dc:title", &listed("Alt", &title));
    if let Some(author) = &record.author {
        line("dc:creator", &listed("Seq", &format!("<rdf:li>{author}</rdf:li>")));
    }
    for name in ["xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"] {
        line(name, &record.date);
    }
    line("xmp:CreatorTool", concat!("rulepress ", env!("CARGO_PKG_VERSION")));
    line("pdf:Trapped", "False");
    line("xmpMM:DocumentID", &record.number);
    line("xmpMM:VersionID", "1");
    line("xmpMM:RenditionClass", "default");
    if record.standard == PrintStandard::X4 {
        line("pdfxid:GTS_PDFXVersion", record.claim);
    }
    out.push_str("</rdf:Description>\n</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>");
    out
}

/// Returns an identifier of a document, from its pages, title and profile: the same pages for the same print
/// shop have the same one.
fn document_id(document: &Document, profile: &Profile, title: &str) -> String {
    use sha2::{Digest, Sha256};
    let mut digest = Sha256::new();
    digest.update(format!("{title}\n{}\n{}\n", profile.name, profile.standard.name()));
    for page in document.get_pages().into_values() {
        digest.update(document.get_page_content(page));
    }
    let hash = digest.finalize();
    let hex: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..32])
}
