//! The facts that the program knows of its fonts without reading them agree with the files.

use rulepress::font;
use typst::foundations::Bytes;
use typst::text::Font;

use crate::common::{golden, root};

#[test]
fn what_is_known_of_faces_is_true() {
    let faces: Vec<String> = font::files().map(known_of_face).collect();
    assert_eq!(faces.len(), font::FACES);
    let list = format!("[\n{}\n]\n", faces.join(",\n"));
    let wrong = golden(&root().join("templates/fonts/faces.json"), &list);
    assert!(wrong.is_none(), "{wrong:?}\nBLESS=1 makes it anew");
}

fn known_of_face(file: &'static [u8]) -> String {
    let faces: Vec<Font> = Font::iter(Bytes::new(file)).collect();
    let [face] = &faces[..] else { panic!("{} faces in a file", faces.len()) };
    serde_json::to_string(face.info()).expect("it can be written")
}
