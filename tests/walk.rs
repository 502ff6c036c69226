//! Charts that are programs: small books whose rules walk through them.

mod answers;
mod book;
mod foreign;
mod games;
mod stack;
mod walks;
