//! An ink meter over the files for print shops: no red, green and blue, text in black alone or in a
//! token's ink.

use rulepress::press::outputs::cards::CardRequest;
use rulepress::theme::{self, BookTheme, MODIFIERS, themed_tokens};

use super::steps::pages;
use super::{PRINTS, files, library};

/// The inks of the tokens under the theme of a book, as parts of 1.
fn tokens(theme: &BookTheme) -> Vec<[f64; 4]> {
    let text = themed_tokens(theme, MODIFIERS[0]);
    let tokens: toml::Table = text.parse().expect("they are well formed");
    let colours = tokens["colour"].as_table().expect("there are colours");
    let ink = |colour: &toml::Value| -> [f64; 4] {
        let parts = colour["cmyk"].as_array().expect("each has an ink");
        std::array::from_fn(|nth| parts[nth].as_float().expect("in per cent") / 100.0)
    };
    colours.values().map(ink).collect()
}

fn near(colour: &[f64], token: &[f64; 4]) -> bool {
    colour.len() == 4 && colour.iter().zip(token).all(|(a, b)| (a - b).abs() < 0.006)
}

#[test]
fn text_is_black_alone_or_in_a_token() {
    let black = [0.0, 0.0, 0.0, 1.0];
    for (name, read) in library() {
        let tokens = tokens(&read.book.theme);
        for output in PRINTS {
            let (files, _) = files(&read, output, "generic-3mm", CardRequest::default());
            for file in files {
                let (mut blacks, mut all) = (0, 0);
                for (nth, page) in pages(&file.bytes).iter().enumerate() {
                    let what = format!("{name}, {}, page {}", file.name, nth + 1);
                    assert_eq!(page.rgb, 0, "{what} has red, green and blue");
                    for colour in &page.text {
                        all += 1;
                        blacks += usize::from(near(colour, &black));
                        assert!(
                            tokens.iter().any(|token| near(colour, token)),
                            "{what}: {colour:?}"
                        );
                    }
                }
                assert!(
                    all > 0 && blacks * 3 > all,
                    "{name}, {}: {blacks} of {all} are black",
                    file.name
                );
            }
        }
    }
}

#[test]
fn no_token_takes_more_ink_than_a_page_may() {
    let themes = theme::bundled_names().filter_map(theme::bundled);
    for token in themes.flat_map(|theme| tokens(&theme)) {
        assert!(token.iter().sum::<f64>() <= 2.1 + 1e-9, "{token:?}");
    }
}
