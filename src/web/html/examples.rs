//! Examples as HTML: their steps in lists, with pictures and walks through charts. The page shows the picture
//! of every step in the same place (`templates/web/stage.js`).

use super::charts::NARROW;
use super::{HtmlWriter, WIDTH, number_link};
use crate::web::places::{Place, PlaceKind};
use document::{ChartWalk, ExamplePart, PlayedExample, plain_text};
use draw::drawing::{Drawing, escape_markup};
use draw::picture::{self, Picture};
use press::chart_layout;

/// Width of the pictures of examples, in points, at which their words can be read on a telephone.
const PICTURE: f64 = 250.0;

impl<'a> HtmlWriter<'a> {
    pub fn example(&mut self, played: &'a PlayedExample) {
        let level = self.level;
        self.explained.clear();
        self.example_title(played);
        self.blocks(&played.opening);
        for run in played.entries.chunk_by(|a, b| is_step(a) && is_step(b)) {
            if let [ExamplePart::Step { number, .. }, ..] = run {
                self.put(format_args!("<ol class=\"steps\" start=\"{number}\">"));
                run.iter().for_each(|part| self.example_part(part));
                self.out.push_str("</ol>");
            } else {
                run.iter().for_each(|part| self.example_part(part));
            }
        }
        self.tagged_unless_empty("p", &played.end);
        self.out.push_str("</div></section>\n");
        self.index.close();
        self.level = level;
    }

    /// Writes the title, with a link to the page of the example.
    fn example_title(&mut self, played: &'a PlayedExample) {
        let id = self.ids.own(&format!("example-{}", played.name));
        let (title, number) = (plain_text(&played.title), self.address.to_owned());
        let (text, kind) = (String::new(), PlaceKind::Example);
        self.index.open(Place { id: id.clone(), number, title, kind, text });
        self.level = (self.level + 1).min(6);
        let (level, link) = (self.level, number_link(&id, "", "#"));
        let title = self.title_inlines(&played.title);
        let page = self.examples.get(&played.name);
        let steps = page.map_or_else(String::new, |page| {
            format!(" data-steps=\"{}\"", escape_markup(&page.replace(".html", ".js")))
        });
        let (id, name) = (escape_markup(&id), escape_markup(&played.name));
        self.put(format_args!(
            "<section class=\"example\" id=\"{id}\" data-example=\"{name}\"{steps}><h{level}>{title} {link}</h{level}>"
        ));
        if let Some(page) = page {
            let page = escape_markup(page);
            self.put(format_args!(
                "<p class=\"alone\"><a href=\"{page}\">▶ Step through it</a></p>\n"
            ));
        }
        self.out.push_str("<div class=\"told\">");
    }

    fn example_part(&mut self, part: &'a ExamplePart) {
        match part {
            ExamplePart::Heading(content) => {
                let tag = format!("h{}", (self.level + 1).min(6));
                self.tagged(&tag, content);
            }
            ExamplePart::Step { number, last, blocks, picture } => {
                self.put(format_args!("<li value=\"{number}\">"));
                if last > number {
                    self.put(format_args!("<small>{number}–{last}</small>"));
                }
                self.blocks(blocks);
                self.picture(picture.as_ref());
                self.out.push_str("</li>\n");
            }
            ExamplePart::Board { picture, caption } => {
                self.picture(Some(picture));
                self.tagged_unless_empty("p", caption);
            }
            ExamplePart::Walk(walk) => self.walk(walk),
        }
    }

    fn walk(&mut self, walk: &ChartWalk) {
        let level = (self.level + 1).min(6);
        self.put(format_args!("<h{level}>{}</h{level}>", escape_markup(&walk.title)));
        let wide = chart_layout::draw_walk_for_web(walk, self.book, WIDTH);
        let narrow = chart_layout::draw_walk_for_web(walk, self.book, NARROW);
        self.walk_sheets("for-wide", &wide);
        self.walk_sheets("for-narrow", if narrow.is_empty() { &wide } else { &narrow });
    }

    fn walk_sheets(&mut self, class: &str, sheets: &[Drawing]) {
        for drawing in sheets {
            let svg = self.paint.svg(drawing);
            self.put(format_args!("<figure class=\"{class}\">{svg}</figure>\n"));
        }
    }

    fn picture(&mut self, picture: Option<&Picture>) {
        if let Some(picture) = picture {
            let svg = self.paint.svg(&picture::draw_picture(picture, PICTURE));
            self.put(format_args!("<figure class=\"table\">{svg}</figure>\n"));
        }
    }
}

fn is_step(part: &ExamplePart) -> bool {
    matches!(part, ExamplePart::Step { .. })
}
