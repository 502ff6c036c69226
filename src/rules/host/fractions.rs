//! Exact fractions in rules, prizes that are shared, and numbered selection.

use starlark::environment::{GlobalsBuilder, MethodsBuilder};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::NoneOr;

use super::arguments::{known_word, list_values};
use super::fault::rules_error;
use super::values::FractionValue;
use crate::engine::{Fraction, numbered_index, pooled_prizes};

/// Makes a fraction whole.
type Rounding = fn(Fraction) -> i64;

#[starlark_module]
pub(super) fn fraction_functions(builder: &mut GlobalsBuilder) {
    /// An exact fraction.
    fn fraction(
        #[starlark(require = pos)] top: i64,
        #[starlark(default = 1)] bottom: i64,
    ) -> starlark::Result<FractionValue> {
        Fraction::new(top, bottom).map(FractionValue::new).ok_or_else(fraction_error)
    }

    /// What each of these counts wins when prizes go by rank, the most first; equal counts pool and
    /// divide.
    fn pooled(
        #[starlark(require = pos)] counts: UnpackListOrTuple<i64>,
        #[starlark(require = pos)] prizes: UnpackListOrTuple<i64>,
    ) -> starlark::Result<Vec<FractionValue>> {
        let shares = pooled_prizes(&counts.items, &prizes.items).ok_or_else(fraction_error)?;
        Ok(shares.into_iter().map(FractionValue::new).collect())
    }

    /// The thing of this number in a list, counted from 1 at its left or right end, and round
    /// again; None of none.
    fn numbered<'v>(
        #[starlark(require = pos)] list: Value<'v>,
        #[starlark(require = pos)] number: i64,
        #[starlark(default = "left")] start: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneOr<Value<'v>>> {
        let from_right = known_word("start", start, &[("left", false), ("right", true)])?;
        let things = list_values(list, eval.heap())?;
        let at = numbered_index(things.len(), number, from_right);
        Ok(NoneOr::from_option(at.and_then(|at| things.get(at).copied())))
    }
}

fn fraction_error() -> starlark::Error {
    rules_error("the fraction has 0 below its line, or a number that is too large", None)
}

#[starlark_module]
pub(super) fn fraction_methods(builder: &mut MethodsBuilder) {
    /// Above the line.
    #[starlark(attribute)]
    fn top(this: &FractionValue) -> starlark::Result<i64> {
        Ok(this.get().top())
    }

    /// Below the line.
    #[starlark(attribute)]
    fn bottom(this: &FractionValue) -> starlark::Result<i64> {
        Ok(this.get().bottom())
    }

    /// The sum with another fraction.
    fn plus(
        this: &FractionValue,
        #[starlark(require = pos)] other: &FractionValue,
    ) -> starlark::Result<FractionValue> {
        this.get().plus(other.get()).map(FractionValue::new).ok_or_else(fraction_error)
    }

    /// A whole number: the next one `down` or `up`, or the `nearest`.
    fn rounded(
        this: &FractionValue,
        #[starlark(require = pos)] how: &str,
    ) -> starlark::Result<i64> {
        let known: [(&str, Rounding); 3] =
            [("down", Fraction::down), ("up", Fraction::up), ("nearest", Fraction::nearest)];
        Ok(known_word("rounding", how, &known)?(this.get()))
    }
}
