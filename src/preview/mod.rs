//! The preview of one book, which is read again after each change. In: a book on disk. Out: what a browser
//! shows: pages as drawings, examples that step, findings with their places.
//!
//! [`PreviewBook`] works on the book, in a process of its own, which takes [`PreviewOrder`]s and sends
//! [`PreviewNews`]. [`board`] keeps the news for browsers, [`server`] answers the browsers, [`watcher`]
//! notices changes. The command line joins them.

#[cfg(not(target_family = "wasm"))]
pub mod board;
mod book;
mod card;
mod message;
mod review;
mod view;
#[cfg(not(target_family = "wasm"))]
pub mod server;
#[cfg(not(target_family = "wasm"))]
pub mod watcher;

pub use book::{PreviewBook, PreviewRequest};
pub use card::{FindingCard, finding_cards};
pub use message::{
    BookCard, FoundPlace, LookedAt, MadeView, PageCard, PreviewNews, PreviewOrder, ReviewCard,
    ReviewedItem, ViewCard,
};
