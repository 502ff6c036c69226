use std::path::Path;

use rulepress::book::Output;
use rulepress::diagnostic::findings_text;
use rulepress::pipeline::PrintableBook;
use rulepress::press::PrintRequest;
use rulepress::press::profile::find_profile;

/// Makes the rulebook and the sheet of the book at `path` for a printer at home, and writes them to
/// `folder`. Gives what is wrong with the book, in the words of the command line.
pub fn print_book(path: &Path, folder: &Path) -> anyhow::Result<String> {
    // Reads the text, plays its scenarios, and puts the examples into it.
    let book: PrintableBook = rulepress::read_book(path)?;
    let profile = find_profile("home-a4").map_err(anyhow::Error::msg)?;
    let request = PrintRequest::usual(&profile);
    let mut words = findings_text(&book.findings, &book.sources, false);
    for output in [Output::Rulebook, Output::Sheet] {
        let made = book.make(output, &request)?;
        words += &findings_text(&made.findings, &book.sources, false);
        for file in made.files {
            std::fs::write(folder.join(&file.name), &file.bytes)?;
        }
    }
    Ok(words)
}
