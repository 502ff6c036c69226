//! Charts that are programs: small books whose rules walk through them.

mod book;
mod foreign;
mod stack;
mod walks;
