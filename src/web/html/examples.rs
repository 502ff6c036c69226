//! Examples as HTML: their steps in lists, with pictures and walks through charts.

use super::HtmlWriter;
use super::WIDTH;
use super::inlines::inlines_html;
use crate::document::{Block, ChartWalk, ExamplePart, PlayedExample};
use crate::drawing::escape_markup;
use crate::picture::{self, Picture};
use crate::press::chart_layout;

/// Width of the pictures of examples, in points.
const PICTURE: f64 = 330.0;

impl<'a> HtmlWriter<'a> {
    pub(super) fn example(&mut self, played: &'a PlayedExample) {
        self.example_title(played);
        self.blocks(&played.opening);
        for run in played.entries.chunk_by(|a, b| is_step(a) && is_step(b)) {
            self.example_run(run);
        }
        self.tagged_unless_empty("p", &played.end);
        self.out.push_str("</section>\n");
    }

    /// The title, and a link to the page of the example.
    fn example_title(&mut self, played: &PlayedExample) {
        let (id, title) =
            (escape_markup(&played.name), inlines_html(&played.title, &self.book.pictures));
        self.put(format_args!("<section class=\"example\" id=\"example-{id}\"><h3>{title}</h3>"));
        self.example_link(&played.name, &title);
    }

    fn example_link(&mut self, name: &str, title: &str) {
        if let Some(page) = self.examples.get(name) {
            self.put(format_args!("<p><a href=\"{}\">▶ {title}</a></p>\n", escape_markup(page)));
        }
    }

    /// Steps as one list, or another part.
    fn example_run(&mut self, run: &'a [ExamplePart]) {
        let [ExamplePart::Step { number, .. }, ..] = run else {
            return run.iter().for_each(|part| self.example_part(part));
        };
        self.put(format_args!("<ol start=\"{number}\">"));
        run.iter().for_each(|part| self.example_part(part));
        self.out.push_str("</ol>");
    }

    fn example_part(&mut self, part: &'a ExamplePart) {
        match part {
            ExamplePart::Heading(content) => self.tagged("h4", content),
            ExamplePart::Step { number, last, blocks, picture } => {
                self.step((*number, *last), blocks, picture.as_ref());
            }
            ExamplePart::Board { picture, caption } => {
                self.picture(Some(picture));
                self.tagged_unless_empty("p", caption);
            }
            ExamplePart::Walk(walk) => self.walk(walk),
        }
    }

    /// A step, or several that are told together, with the numbers of the first and the last.
    fn step(&mut self, (number, last): (u32, u32), blocks: &'a [Block], picture: Option<&Picture>) {
        self.put(format_args!("<li value=\"{number}\">"));
        if last > number {
            self.put(format_args!("<small>{number}–{last}</small>"));
        }
        self.blocks(blocks);
        self.picture(picture);
        self.out.push_str("</li>\n");
    }

    fn walk(&mut self, walk: &ChartWalk) {
        self.put(format_args!("<h4>{}</h4>", escape_markup(&walk.title)));
        self.drawings(&chart_layout::draw_walk_for_web(walk, self.book, WIDTH));
    }

    fn picture(&mut self, picture: Option<&Picture>) {
        if let Some(picture) = picture {
            self.drawing(&picture::draw_picture(picture, PICTURE), &[]);
        }
    }
}

fn is_step(part: &ExamplePart) -> bool {
    matches!(part, ExamplePart::Step { .. })
}
