//! Bars of a report as small pictures.
