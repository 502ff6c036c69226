//! Flowcharts as HTML: drawn for a wide and for a narrow screen, and in words, box by box. The page walks
//! along the list and lights the boxes of the drawings (`templates/web/charts.js`).

use super::{HtmlWriter, WIDTH};
use crate::web::places::{Place, PlaceKind};
use base::text::single_spaced;
use document::{Block, CodeBlock};
use draw::drawing::{Area, DrawingTarget, escape_markup};
use draw::flowchart::{self, Chart, DrawnSheet};
use press::chart_layout;

/// Width of the drawings for telephones, in points: their words are as large there as those of the text.
pub const NARROW: f64 = 264.0;
/// Margin of a light around its box, in points.
const LIGHT: f64 = 1.5;

impl<'a> HtmlWriter<'a> {
    pub fn code(&mut self, block: &'a Block, code: &CodeBlock) {
        match chart_layout::chart_in_block(block, self.section, self.book) {
            Some(chart) => self.chart(block, code, &chart),
            None => self.source(code),
        }
    }

    fn source(&mut self, code: &CodeBlock) {
        self.index.say(&code.text);
        self.put(format_args!("<pre><code>{}</code></pre>\n", escape_markup(&code.text)));
    }

    fn chart(&mut self, block: &Block, code: &CodeBlock, chart: &Chart) {
        let section = if self.section.is_empty() { "text" } else { self.section };
        let id = self.ids.own(&format!("{section}/chart"));
        let numbers = flowchart::box_numbers(chart);
        let is_new =
            self.book.marks.as_ref().is_some_and(|marks| marks.charts.contains_key(&block.span));
        let class = if is_new { " changed" } else { "" };
        let start = flowchart::start_node(chart).and_then(|node| numbers.get(node));
        let start = start.copied().unwrap_or(1);
        self.open_chart(&id, chart);
        self.put(format_args!(
            "<div class=\"chart{class}\" id=\"{}\" data-start=\"{start}\">\n",
            escape_markup(&id)
        ));
        let wide = chart_layout::draw_chart_for_web(chart, self.book, WIDTH);
        if wide.is_empty() {
            self.source(code);
        }
        self.sheets("for-wide", &wide, &numbers);
        let narrow = chart_layout::draw_chart_for_web(chart, self.book, NARROW);
        self.sheets("for-narrow", if narrow.is_empty() { &wide } else { &narrow }, &numbers);
        self.boxes(&id, chart, &numbers);
        self.out.push_str("</div>\n");
        self.index.close();
    }

    fn open_chart(&mut self, id: &str, chart: &Chart) {
        let here = self.index.here().map_or("", |place| &place.title);
        let title = if chart.title.is_empty() { here.to_owned() } else { chart.title.clone() };
        self.index.open(Place {
            id: id.to_owned(),
            number: self.address.to_owned(),
            title,
            kind: PlaceKind::Chart,
            text: String::new(),
        });
    }

    /// Writes the drawings for one width; lights cover the boxes, and are off until a walk reaches them.
    fn sheets(&mut self, class: &str, sheets: &[DrawnSheet], numbers: &[usize]) {
        for DrawnSheet { drawing, boxes } in sheets {
            let svg = self.paint.svg(drawing);
            let svg = svg.trim_end().strip_suffix("</svg>").unwrap_or(&svg);
            self.put(format_args!("<figure class=\"{class}\">{svg}"));
            for (node, area) in boxes {
                let number = numbers.get(*node).copied().unwrap_or_default();
                let Area { x, y, width, height } = area.grown(LIGHT);
                self.put(format_args!(
                    "<rect class=\"light\" data-box=\"{number}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"4\"/>"
                ));
            }
            self.out.push_str("</svg></figure>\n");
        }
    }

    /// Writes the chart in words.
    fn boxes(&mut self, id: &str, chart: &Chart, numbers: &[usize]) {
        self.out.push_str("<details class=\"boxes\"><summary>The chart in words</summary>\n<ol>\n");
        let mut order: Vec<usize> = (0..chart.nodes.len()).collect();
        order.sort_by_key(|node| numbers.get(*node));
        let exits = flowchart::node_exits(chart);
        let places: Vec<String> =
            numbers.iter().map(|number| self.ids.own(&format!("{id}/{number}"))).collect();
        for node in order {
            let (number, words) = (numbers[node], single_spaced(&chart.nodes[node].label));
            self.index.say(&words);
            self.put(format_args!(
                "<li id=\"{}\" value=\"{number}\"><span class=\"says\">{}</span>",
                escape_markup(&places[node]),
                escape_markup(if words.is_empty() { "…" } else { &words })
            ));
            if chart.waits.contains(&node) {
                self.out.push_str(" <span class=\"waits\">Players may respond here.</span>");
            }
            self.exits(chart, &exits[node], &places, numbers);
            self.leads(chart, node);
            self.out.push_str("</li>\n");
        }
        self.out.push_str("</ol></details>\n");
    }

    fn exits(
        &mut self,
        chart: &Chart,
        exits: &[flowchart::NodeExit],
        places: &[String],
        numbers: &[usize],
    ) {
        if exits.is_empty() {
            return;
        }
        self.out.push_str("<ul class=\"exits\">");
        for exit in exits {
            let said = single_spaced(chart.edges[exit.edge].label.as_deref().unwrap_or_default());
            self.index.say(&said);
            let said = if said.is_empty() { String::new() } else { escape_markup(&said) + ": " };
            let (place, number) = (escape_markup(&places[exit.to]), numbers[exit.to]);
            self.put(format_args!(
                "<li data-to=\"{number}\">{said}<a href=\"#{place}\">go to {number}</a></li>"
            ));
        }
        self.out.push_str("</ul>");
    }

    /// Writes the places that a box leads to.
    fn leads(&mut self, chart: &Chart, node: usize) {
        for address in chart.lead_addresses(node) {
            let anchor = address.strip_prefix('#').unwrap_or_default();
            match (self.book.addresses.get(anchor), DrawingTarget::of(address)) {
                (Some(number), _) => {
                    let (anchor, number) = (escape_markup(anchor), escape_markup(number));
                    self.put(format_args!(
                        " <a class=\"rule leads\" href=\"#{anchor}\">go on at {number}</a>"
                    ));
                }
                (None, Some(DrawingTarget::Url(url))) => {
                    let url = escape_markup(&url);
                    self.put(format_args!(
                        " <a class=\"leads\" href=\"{url}\" rel=\"noreferrer\">go on at {url}</a>"
                    ));
                }
                (None, Some(DrawingTarget::Anchor(_)) | None) => {}
            }
        }
    }
}
