//! Lists as HTML: each numbered step and each lettered item has a name and shows its number as a link.

use super::{HtmlWriter, number_link};
use document::{List, ListItem, ListStyle};
use draw::drawing::escape_markup;

impl<'a> HtmlWriter<'a> {
    pub fn list(&mut self, list: &'a List) {
        let (tag, attribute) = match list.style {
            ListStyle::Ordered => ("ol", format!(" start=\"{}\"", list.start)),
            ListStyle::Lettered => ("ol", " type=\"a\"".to_owned()),
            ListStyle::Bullet => ("ul", String::new()),
        };
        self.put(format_args!("<{tag}{attribute}>"));
        list.items.iter().for_each(|item| self.list_item(item, list.tight));
        self.put(format_args!("</{tag}>\n"));
    }

    fn list_item(&mut self, item: &'a ListItem, tight: bool) {
        let id = self.item_id(item);
        if let Some(id) = &id {
            self.open_rule(id, item.address.0.clone());
        }
        self.open_list_item(item, id.as_deref());
        if tight {
            self.body(&item.blocks)
        } else {
            self.blocks(&item.blocks)
        }
        if id.is_some() {
            self.index.close();
        }
        self.out.push_str("</li>\n");
    }

    /// Returns the name of an item that can be cited: its author's name, or its section and its number.
    fn item_id(&mut self, item: &ListItem) -> Option<String> {
        if let Some(name) = &item.attributes.id {
            return self.author_id(name);
        }
        if self.copies || item.marker.is_empty() || item.address.0.is_empty() {
            return None;
        }
        let tail = item.address.0.strip_prefix(self.address).unwrap_or(&item.address.0);
        let tail = tail.replace("step ", "");
        let name = format!("{}/{}", self.section, tail.trim().replace(' ', "/"));
        Some(self.ids.own(&name))
    }

    fn open_list_item(&mut self, item: &ListItem, id: Option<&str>) {
        let shown = if item.marker.is_empty() { "#" } else { &item.marker };
        match id {
            Some(id) => {
                let link = number_link(id, &item.address.0, shown);
                let class = if item.marker.is_empty() { "" } else { " class=\"cited\"" };
                self.put(format_args!("<li id=\"{}\"{class}>{link} ", escape_markup(id)));
            }
            None if !item.marker.is_empty() => {
                let marker = escape_markup(&item.marker);
                self.put(format_args!(
                    "<li class=\"cited\"><span class=\"number\">{marker}</span> "
                ));
            }
            None => self.out.push_str("<li>"),
        }
        self.out.push_str(item.checked.map_or("", |done| if done { "☑ " } else { "☐ " }));
    }
}
