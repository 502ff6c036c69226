//! Hostile files, and faults that no program makes by itself: each is written here.

use std::time::{Duration, Instant};

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use rulepress::preflight::{
    FaultKind, PdfX, PreflightError, PreflightReport, PrintDemands, SideLengths, preflight,
};

use super::{demands, looked_at};

/// Kinds that are tested here.
pub(super) const KINDS: [&str; 7] = [
    "user-unit",
    "lzw-compression",
    "jpx-picture",
    "postscript",
    "damaged-page",
    "too-much-content",
    "file-id",
];

/// Time after which a check counts as hanging.
const GUARD: Duration = Duration::from_secs(60);

/// A document of one page that is being made.
struct Made {
    document: Document,
    resources: Dictionary,
    page: Dictionary,
}

impl Made {
    fn new() -> Self {
        let edge: Vec<Object> = [0, 0, 200, 200].map(Object::Integer).to_vec();
        let page = dictionary! { "Type" => "Page", "MediaBox" => edge };
        Self { document: Document::with_version("1.4"), resources: Dictionary::new(), page }
    }

    fn add(&mut self, fields: Dictionary, content: impl Into<Vec<u8>>) -> ObjectId {
        self.document.add_object(Stream::new(fields, content.into()))
    }

    fn resource(&mut self, kind: &str, name: &str, object: impl Into<Object>) {
        let mut all = match self.resources.remove(kind.as_bytes()) {
            Some(Object::Dictionary(all)) => all,
            _ => Dictionary::new(),
        };
        all.set(name, object);
        self.resources.set(kind, all);
    }

    /// The file with this content on its page.
    fn bytes(mut self, content: impl Into<Vec<u8>>) -> Vec<u8> {
        let content = self.add(Dictionary::new(), content);
        self.page.set("Contents", content);
        self.page.set("Resources", self.resources);
        let page = self.document.add_object(self.page);
        let pages = dictionary! {
            "Type" => "Pages", "Count" => 1, "Kids" => vec![Object::Reference(page)],
        };
        let pages = self.document.add_object(pages);
        if let Ok(page) = self.document.get_dictionary_mut(page) {
            page.set("Parent", pages);
        }
        let catalog = dictionary! { "Type" => "Catalog", "Pages" => pages };
        let catalog = self.document.add_object(catalog);
        self.document.trailer.set("Root", catalog);
        let mut bytes = Vec::new();
        self.document.save_to(&mut bytes).expect("memory takes it");
        bytes
    }
}

fn kinds(report: &PreflightReport) -> Vec<&'static str> {
    report.faults.iter().map(|fault| fault.kind.name()).collect()
}

/// Returns the findings without any demands, which must come soon enough.
fn soon(bytes: &[u8]) -> PreflightReport {
    let start = Instant::now();
    let report = looked_at(bytes, &PrintDemands { transparency: true, ..PrintDemands::default() });
    assert!(start.elapsed() < GUARD, "it takes {:?}", start.elapsed());
    report
}

#[test]
fn what_is_no_pdf_is_said_to_be_none() {
    let asked = PrintDemands::default();
    for bytes in [b"".as_slice(), b"%PDF", b"GIF89a......", &[0; 4096]] {
        assert_eq!(preflight(bytes, &asked), Err(PreflightError::NotPdf));
    }
}

#[test]
fn damaged_files_end_in_words() {
    let asked = demands("press.toml");
    let good = std::fs::read(super::file("ghostscript-faults.pdf")).expect("it can be read");
    // Cut, and with bytes changed, at many places: a report or an error, never a panic.
    for part in 1..40 {
        let mut bytes = good[..good.len() * part / 40].to_vec();
        let _ = preflight(&bytes, &asked);
        bytes = good.clone();
        for nth in (part * 7..bytes.len()).step_by(97) {
            bytes[nth] ^= 0x55;
        }
        if let Err(error) = preflight(&bytes, &asked) {
            assert!(!error.to_string().is_empty() && !error.hint().is_empty());
        }
    }
    let cut = preflight(&good[..400], &asked).expect_err("nothing is left of it");
    assert!(matches!(cut, PreflightError::Damaged(_)), "{cut:?}");
}

#[test]
fn a_locked_file_is_said_to_be_locked() {
    let bytes = std::fs::read(super::file("locked.pdf")).expect("it can be read");
    assert_eq!(preflight(&bytes, &PrintDemands::default()), Err(PreflightError::Locked));
}

#[test]
fn drawings_in_circles_end() {
    let mut made = Made::new();
    let own = made.document.new_object_id();
    let inner = dictionary! { "XObject" => dictionary! { "Own" => own } };
    let fields = dictionary! { "Type" => "XObject", "Subtype" => "Form", "Resources" => inner };
    let form = Stream::new(fields, b"/Own Do /Own Do".to_vec());
    made.document.objects.insert(own, form.into());
    made.resource("XObject", "Own", own);
    assert_eq!(kinds(&soon(&made.bytes("/Own Do"))), ["too-much-content"]);
}

#[test]
fn a_billion_drawings_end() {
    let mut made = Made::new();
    let mut last = made.add(dictionary! { "Subtype" => "Form" }, "0 0 10 10 re f ");
    for _ in 0..12 {
        let inner = dictionary! { "XObject" => dictionary! { "Next" => last } };
        let fields = dictionary! { "Subtype" => "Form", "Resources" => inner };
        last = made.add(fields, "/Next Do ".repeat(10));
    }
    made.resource("XObject", "First", last);
    assert_eq!(kinds(&soon(&made.bytes("/First Do"))), ["too-much-content"]);
}

#[test]
fn a_bomb_in_a_stream_is_not_unpacked() {
    let mut made = Made::new();
    let mut bomb = Stream::new(Dictionary::new(), vec![b' '; 300 << 20]);
    bomb.compress().expect("it can be packed");
    let bomb = made.document.add_object(bomb);
    made.page.set("Contents", bomb);
    let mut bytes = made.bytes("0 0 10 10 re f");
    // The content that `bytes` set is replaced by the bomb.
    bytes = replace_contents(&bytes, bomb);
    assert!(bytes.len() < 2 << 20, "the bomb is small");
    assert_eq!(kinds(&soon(&bytes)), ["too-much-content"]);
}

#[test]
fn what_cannot_be_unpacked_is_damaged() {
    let mut made = Made::new();
    let content = made.add(dictionary! { "Filter" => "Nonsense" }, "0 0 10 10 re f");
    let bytes = replace_contents(&made.bytes(""), content);
    assert_eq!(kinds(&soon(&bytes)), ["damaged-page"]);
}

/// Numbers without end take a hundred times as much memory as in the file.
#[test]
fn words_of_a_file_have_a_limit() {
    let mut made = Made::new();
    let numbers = vec![Object::Integer(0); 9_000_000];
    made.document.add_object(Object::Array(numbers));
    let found = preflight(&made.bytes(""), &PrintDemands::default());
    assert_eq!(found, Err(PreflightError::TooLarge));
}

/// Objects that are packed many times over are not read.
#[test]
fn packed_objects_have_a_limit() {
    let mut made = Made::new();
    let objects = 60_000;
    let index: String = (0..objects).map(|nth| format!("{} {} ", 1000 + nth, nth * 200)).collect();
    let values = ("[".to_owned() + &"0 ".repeat(99) + "]").repeat(objects);
    for _ in 0..8 {
        let fields = dictionary! {
            "Type" => "ObjStX", "N" => objects as i64, "First" => index.len() as i64,
        };
        let mut packed = Stream::new(fields, (index.clone() + &values).into_bytes());
        packed.compress().expect("it can be packed");
        made.document.add_object(packed);
    }
    let start = Instant::now();
    // lopdf writes no packed objects: they are named when they are written.
    let mut bytes = made.bytes("");
    let names: Vec<usize> =
        (0..bytes.len() - 6).filter(|at| bytes[*at..].starts_with(b"ObjStX")).collect();
    assert_eq!(names.len(), 8);
    names.into_iter().for_each(|at| bytes[at..at + 6].copy_from_slice(b"ObjStm"));
    let found = preflight(&bytes, &PrintDemands::default());
    assert_eq!(found, Err(PreflightError::TooLarge));
    assert!(start.elapsed() < GUARD, "it takes {:?}", start.elapsed());
}

fn replace_contents(bytes: &[u8], content: ObjectId) -> Vec<u8> {
    let mut document = Document::load_mem(bytes).expect("it was made here");
    let page = document.page_iter().next().expect("it has a page");
    let fields = document.get_dictionary_mut(page).expect("it is a page");
    fields.set("Contents", content);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).expect("memory takes it");
    bytes
}

#[test]
fn strange_content_is_read_to_its_end() {
    let strange = [
        "q ".repeat(100_000),
        "Q ".repeat(100_000),
        "[".repeat(200_000),
        "<<".repeat(200_000),
        "(".repeat(200_000),
        "BI /W 9 /H 9 ID ".to_owned(),
        "1e400 -- +-.5 .. 99999999999999999999 w 0 0 m S".to_owned(),
        "BT /None 12 Tf (words) Tj ET".to_owned(),
        "0 0 0 0 0 0 cm 0 0 1 1 re B 1 0 0 1 1e9 1e9 cm 0 0 m 1e9 1e9 l S".to_owned(),
        "0 0 m 1 1 l ".repeat(100_000) + "S",
    ];
    for content in strange {
        let report = soon(&Made::new().bytes(content));
        assert_eq!(report.pages, 1);
    }
}

#[test]
fn a_large_page_is_read_in_time() {
    let content = "0.5 w 10 10 m 190 190 l S 20 20 50 50 re f ".repeat(60_000);
    let report = soon(&Made::new().bytes(content));
    assert_eq!(report.count(rulepress::diagnostic::Severity::Error), 0, "{:?}", report.faults);
}

/// A million ends at the edge are not compared with a million marks.
#[test]
fn many_ends_at_the_edge_are_told_in_time() {
    let content = "0 0 1 0 k 0 0 20 20 re f ".repeat(100_000);
    let mut made = Made::new();
    made.page.set("TrimBox", [10, 10, 190, 190].map(Object::Integer).to_vec());
    let start = Instant::now();
    let asked = PrintDemands { bleed: SideLengths::all(3.0), ..PrintDemands::default() };
    looked_at(&made.bytes(content), &asked);
    assert!(start.elapsed() < GUARD, "it takes {:?}", start.elapsed());
}

/// A font whose parts lead to themselves, and spaces inside spaces.
#[test]
fn parts_that_lead_to_themselves_end() {
    let mut made = Made::new();
    let own = made.document.new_object_id();
    made.document.objects.insert(own, Object::Reference(own));
    made.resource("Font", "F", own);
    made.resource("ColorSpace", "C", Object::Name(b"C".to_vec()));
    made.resource("ExtGState", "G", own);
    made.page.set("Annots", own);
    let report = soon(&made.bytes("/G gs /C cs 1 sc BT /F 12 Tf (words) Tj ET 0 0 10 10 re f"));
    assert_eq!(report.faults, []);
}

#[test]
fn a_scaled_page_is_found() {
    let mut made = Made::new();
    made.page.set("UserUnit", 2);
    assert_eq!(kinds(&soon(&made.bytes(""))), ["user-unit"]);
}

#[test]
fn old_and_new_compression_is_found() {
    let mut made = Made::new();
    let picture = |filter: &str| {
        dictionary! {
            "Subtype" => "Image", "Width" => 300, "Height" => 300, "BitsPerComponent" => 8,
            "ColorSpace" => "DeviceGray", "Filter" => filter,
        }
    };
    let lzw = made.add(picture("LZWDecode"), [0x80, 0x0b, 0x60]);
    let jpx = made.add(picture("JPXDecode"), [0xff, 0x4f]);
    let script = made.add(dictionary! { "Subtype" => "PS" }, "showpage");
    for (name, object) in [("L", lzw), ("J", jpx), ("P", script)] {
        made.resource("XObject", name, object);
    }
    let bytes = made.bytes("/L Do /J Do /P Do");
    let asked = PrintDemands { standard: Some(PdfX::X1a), ..PrintDemands::default() };
    let found = kinds(&looked_at(&bytes, &asked));
    for kind in ["lzw-compression", "jpx-picture", "postscript", "file-id", "standard-claim"] {
        assert!(found.contains(&kind), "{kind} is not among {found:?}");
    }
    let plain = kinds(&looked_at(&bytes, &PrintDemands::default()));
    assert_eq!(plain, ["jpx-picture"], "without a standard only what print shops cannot read");
}

/// The faults that break PDF/X-1a include RGB and transparency, so that no file claims it falsely.
#[test]
fn kinds_know_which_standard_they_break() {
    let breaks = |kind: FaultKind| (kind.breaks_x1a(), kind.breaks_x4());
    for kind in [FaultKind::RgbColour, FaultKind::RgbPicture, FaultKind::Transparency] {
        assert_eq!(breaks(kind), (true, false), "{}", kind.name());
    }
    assert_eq!(breaks(FaultKind::FontNotEmbedded), (true, true));
    assert_eq!(breaks(FaultKind::SmallType), (false, false));
    for kind in FaultKind::ALL {
        assert!(!kind.breaks_x4() || kind.breaks_x1a(), "{}", kind.name());
        let words = [kind.name(), kind.meaning(), kind.hint()];
        assert!(words.iter().all(|words| !words.is_empty()));
        let data = serde_json::to_string(kind).expect("it is data");
        assert_eq!(data, format!("\"{}\"", kind.name()));
    }
}
