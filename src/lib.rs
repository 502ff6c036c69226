//! rulepress: rulebooks that play themselves.

pub mod source;
pub mod diagnostic;
pub mod document;
