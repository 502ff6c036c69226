//! Checks of the claims of a file: PDF/X, its printing condition, its version; and of content that no file
//! for print may contain.

use lopdf::{Dictionary, Object};

use super::document::file_fault;
use crate::preflight::pdf::PdfFile;
use crate::preflight::{FaultKind, PdfX, PrintDemands, PrintFault};
use base::diagnostic::Severity;

pub fn check_standard(
    pdf: &PdfFile,
    bytes: &[u8],
    demands: &PrintDemands,
    faults: &mut Vec<PrintFault>,
) {
    let mut check = StandardCheck { pdf, demands, faults };
    check.check_version();
    check.check_intent();
    if pdf.document.is_encrypted() || pdf.document.was_encrypted() {
        check.add(FaultKind::Encryption, Severity::Error, "the file is encrypted");
    }
    check.check_active_content();
    if let Some(standard) = demands.standard {
        check.check_claim(standard);
        check.check_info();
        check.check_compression(bytes);
    }
}

struct StandardCheck<'a> {
    pdf: &'a PdfFile,
    demands: &'a PrintDemands,
    faults: &'a mut Vec<PrintFault>,
}

/// Returns the words of a string of the file.
fn text_of(object: &Object) -> Option<String> {
    lopdf::decode_text_string(object).ok()
}

/// Parses a version: "1.6".
fn version_of(text: &str) -> Option<(u32, u32)> {
    let (whole, part) = text.trim().split_once('.')?;
    Some((whole.parse().ok()?, part.parse().ok()?))
}

impl<'a> StandardCheck<'a> {
    fn add(&mut self, kind: FaultKind, severity: Severity, message: impl Into<String>) {
        self.faults.push(file_fault(kind, severity, message));
    }

    fn error(&mut self, kind: FaultKind, message: impl Into<String>) {
        self.add(kind, Severity::Error, message);
    }

    fn catalog(&self) -> Option<&'a Dictionary> {
        self.pdf.document.catalog().ok()
    }

    fn info(&self) -> Option<&'a Dictionary> {
        self.pdf.fields(&self.pdf.document.trailer, b"Info")
    }

    fn info_text(&self, key: &[u8]) -> Option<String> {
        let value = self.pdf.entry(self.info()?, key)?;
        let words = value.as_name().ok().map(|name| String::from_utf8_lossy(name).into_owned());
        words.or_else(|| text_of(value)).filter(|text| !text.trim().is_empty())
    }

    fn check_version(&mut self) {
        let head = version_of(&self.pdf.document.version);
        let newer = self.catalog().and_then(|fields| self.pdf.name(fields, b"Version"));
        let newer = newer.and_then(|name| version_of(&String::from_utf8_lossy(name)));
        let Some((found, most)) = head.max(newer).zip(self.demands.version) else { return };
        if found > most {
            let message = format!(
                "the file is PDF {}.{}, newer than {}.{}",
                found.0, found.1, most.0, most.1
            );
            self.add(FaultKind::PdfVersion, Severity::Warning, message);
        }
    }

    /// Checks the printing condition: exactly one for PDF/X, and no other than that of the profile.
    fn check_intent(&mut self) {
        let all = self.catalog().and_then(|fields| self.pdf.list(fields, b"OutputIntents"));
        let all =
            all.unwrap_or_default().iter().filter_map(|one| self.pdf.find(one)?.as_dict().ok());
        let for_print: Vec<&Dictionary> =
            all.filter(|intent| self.pdf.name(intent, b"S") == Some(b"GTS_PDFX")).collect();
        match (for_print.as_slice(), self.demands.standard) {
            ([], Some(_)) => {
                self.error(FaultKind::OutputIntent, "the file names no printing condition")
            }
            ([_, _, ..], Some(_)) => {
                self.error(FaultKind::OutputIntent, "the file names several printing conditions")
            }
            ([intent, ..], _) => self.check_condition(intent),
            ([], None) => {}
        }
    }

    fn check_condition(&mut self, intent: &Dictionary) {
        let Some(wanted) = self.demands.output_condition.as_deref() else { return };
        let keys: [&[u8]; 3] = [b"OutputConditionIdentifier", b"OutputCondition", b"Info"];
        let found =
            keys.iter().filter_map(|key| text_of(self.pdf.entry(intent, key)?)).collect::<Vec<_>>();
        if !found.iter().any(|name| name.contains(wanted)) {
            let name = found.first().map_or("none", String::as_str);
            let message =
                format!("the file is for the printing condition `{name}`, not `{wanted}`");
            self.error(FaultKind::OutputIntent, message);
        }
    }

    /// Reports scripts and embedded files, which no print shop opens.
    fn check_active_content(&mut self) {
        if !(self.demands.inks_only || self.demands.standard.is_some()) {
            return;
        }
        let mut found = ActiveContent::default();
        self.pdf.document.objects.values().for_each(|object| found.look_at(object));
        let action = self.catalog().and_then(|fields| self.pdf.fields(fields, b"OpenAction"));
        let action = action.and_then(|action| self.pdf.name(action, b"S"));
        let acts = self.catalog().is_some_and(|fields| fields.has(b"AA"))
            || action.is_some_and(|kind| kind != b"GoTo");
        let severity =
            if self.demands.standard.is_some() { Severity::Error } else { Severity::Warning };
        if found.has_scripts || acts {
            self.add(FaultKind::Script, severity, "the file holds JavaScript or another action");
        }
        if found.has_files {
            self.add(FaultKind::EmbeddedFile, severity, "another file is embedded");
        }
    }

    /// Checks the name of the standard, in the information or the metadata as the standard asks.
    fn check_claim(&mut self, standard: PdfX) {
        let info = self.info_text(b"GTS_PDFXVersion");
        let metadata = self.metadata().unwrap_or_default();
        let (name, is_claimed) = match standard {
            PdfX::X1a => {
                let conforms = self.info_text(b"GTS_PDFXConformance");
                let claims =
                    [info, conforms].into_iter().flatten().any(|claim| claim.contains("PDF/X-1a"));
                ("PDF/X-1a", claims)
            }
            PdfX::X4 => {
                ("PDF/X-4", metadata.contains("PDF/X-4") && metadata.contains("GTS_PDFXVersion"))
            }
        };
        if !is_claimed {
            self.error(
                FaultKind::StandardClaim,
                format!("the file does not say that it is {name}"),
            );
        }
        let trapped = self
            .info_text(b"Trapped")
            .filter(|trapped| matches!(trapped.as_str(), "True" | "False"));
        if trapped.is_none() && !metadata.contains("Trapped>") {
            self.error(FaultKind::Trapped, "the file does not say whether it is trapped");
        }
        if !self.pdf.document.trailer.has(b"ID") {
            self.error(FaultKind::FileId, "the file has no identifier");
        }
    }

    fn metadata(&self) -> Option<String> {
        let stream = self.pdf.entry(self.catalog()?, b"Metadata")?.as_stream().ok()?;
        Some(String::from_utf8_lossy(&self.pdf.unpack(stream)?).into_owned())
    }

    /// Checks title and dates, in the information or the metadata.
    fn check_info(&mut self) {
        let metadata = self.metadata().unwrap_or_default();
        let entries: [(&[u8], &str, &str); 3] = [
            (b"Title", "dc:title", "title"),
            (b"CreationDate", "xmp:CreateDate", "date of creation"),
            (b"ModDate", "xmp:ModifyDate", "date of change"),
        ];
        let is_x4 = self.demands.standard == Some(PdfX::X4);
        let lacking: Vec<&str> = entries
            .iter()
            .filter(|(key, field, _)| {
                self.info_text(key).is_none() && !(is_x4 && metadata.contains(field))
            })
            .map(|(_, _, words)| *words)
            .collect();
        if !lacking.is_empty() {
            self.error(
                FaultKind::DocumentInfo,
                format!("the file has no {}", lacking.join(", no ")),
            );
        }
    }

    /// Reports LZW anywhere, and packed objects, which PDF/X-1a does not allow.
    fn check_compression(&mut self, bytes: &[u8]) {
        let streams =
            self.pdf.document.objects.values().filter_map(|object| object.as_stream().ok());
        let uses_lzw = |stream: &&lopdf::Stream| {
            stream.filters().is_ok_and(|filters| {
                filters.iter().any(|filter| matches!(*filter, b"LZWDecode" | b"LZW"))
            })
        };
        if streams.filter(uses_lzw).count() > 0 {
            self.error(FaultKind::LzwCompression, "something is compressed with LZW");
        }
        let packed = bytes.windows(7).any(|word| word == b"/ObjStm");
        if packed && self.demands.standard == Some(PdfX::X1a) {
            self.error(
                FaultKind::PdfVersion,
                "the parts of the file are packed as PDF 1.5 does, newer than PDF/X-1a",
            );
        }
    }
}

/// Counts of content that no file for print may contain.
#[derive(Default)]
struct ActiveContent {
    has_scripts: bool,
    has_files: bool,
}

impl ActiveContent {
    /// Searches an object with everything inside it; its parser limits the depth.
    fn look_at(&mut self, object: &Object) {
        match object {
            Object::Array(items) => items.iter().for_each(|item| self.look_at(item)),
            Object::Dictionary(fields) => {
                let kind = fields.get(b"S").and_then(Object::as_name).unwrap_or_default();
                self.has_scripts |= matches!(kind, b"JavaScript" | b"Launch" | b"SubmitForm");
                self.has_files |= fields.has(b"EF");
                fields.iter().for_each(|(_, inner)| self.look_at(inner));
            }
            _ => {}
        }
    }
}
