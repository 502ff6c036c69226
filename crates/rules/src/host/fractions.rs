//! Exact fractions in rules, shared prizes, and numbered selection.

use starlark::environment::{GlobalsBuilder, MethodsBuilder};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::NoneOr;
use starlark::values::{UnpackValue, Value};

use super::arguments::{known_word, list_values};
use super::fault::{rules_error, wrong_type};
use super::values::FractionValue;
use crate::engine::{Fraction, numbered_index, pooled_prizes};

/// Rounds a fraction to a whole number.
type Rounding = fn(Fraction) -> i64;

#[starlark_module]
pub fn fraction_functions(builder: &mut GlobalsBuilder) {
    /// Gives an exact fraction.
    ///
    /// ```python
    /// third = fraction(1, bottom = 3)
    /// ```
    fn fraction(
        #[starlark(require = pos)] top: i64,
        #[starlark(default = 1)] bottom: i64,
    ) -> starlark::Result<FractionValue> {
        Fraction::new(top, bottom).map(FractionValue::new).ok_or_else(fraction_error)
    }

    /// Gives the prize of each of these counts when prizes go by rank; equal counts add their prizes together
    /// and divide them.
    ///
    /// The shares are fractions, in the order of `counts`; the highest count wins the first of `prizes`.
    ///
    /// ```python
    /// shares = pooled([4, 4, 1], [18, 12, 6])
    /// ```
    fn pooled(
        #[starlark(require = pos)] counts: UnpackListOrTuple<i64>,
        #[starlark(require = pos)] prizes: UnpackListOrTuple<i64>,
    ) -> starlark::Result<Vec<FractionValue>> {
        let shares = pooled_prizes(&counts.items, &prizes.items).ok_or_else(fraction_error)?;
        Ok(shares.into_iter().map(FractionValue::new).collect())
    }

    /// Gives the sum of the whole numbers in a list, or of the numbers that `key` gives for the things in it.
    ///
    /// ```python
    /// def power_of(unit):
    ///     return unit.power
    ///
    /// #@ #strength
    /// def strength():
    ///     if sum(field, key = power_of) > sum(roll(d6, n = 2)):
    ///         note("shows", you)
    /// ```
    fn sum<'v>(
        #[starlark(require = pos)] list: Value<'v>,
        #[starlark(default = NoneOr::None)] key: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<i64> {
        let key = key.into_option();
        let mut total = 0_i64;
        for thing in list_values("list", list, eval.heap())? {
            let number = match key {
                Some(key) => eval.eval_function(key, &[thing], &[])?,
                None => thing,
            };
            total = total.checked_add(whole_number(number)?).ok_or_else(too_large_error)?;
        }
        Ok(total)
    }

    /// Gives the thing with this number in a list, counted from 1; None if the list is empty.
    ///
    /// `start` is the end from which to count, `"left"` or `"right"`. After the last thing, the count
    /// continues with the first.
    ///
    /// ```python
    /// third = numbered(field, 3, start = "right")
    /// ```
    fn numbered<'v>(
        #[starlark(require = pos)] list: Value<'v>,
        #[starlark(require = pos)] number: i64,
        #[starlark(default = "left")] start: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneOr<Value<'v>>> {
        let from_right = known_word("start", start, &[("left", false), ("right", true)])?;
        let things = list_values("list", list, eval.heap())?;
        let at = numbered_index(things.len(), number, from_right);
        Ok(NoneOr::from_option(at.and_then(|at| things.get(at).copied())))
    }
}

/// Returns the whole number of a value.
fn whole_number(value: Value<'_>) -> starlark::Result<i64> {
    let is_number = value.get_type() == "int";
    match i64::unpack_value(value) {
        Ok(Some(number)) if is_number => Ok(number),
        _ if is_number => Err(too_large_error()),
        _ => Err(wrong_type("only whole numbers are added up", value)),
    }
}

fn too_large_error() -> starlark::Error {
    rules_error("the sum would be a larger number than there is", None)
}

fn fraction_error() -> starlark::Error {
    rules_error("the fraction has the denominator 0, or a number that is too large", None)
}

#[starlark_module]
pub fn fraction_methods(builder: &mut MethodsBuilder) {
    /// The number above the line.
    ///
    /// ```python
    /// halves = half.top
    /// ```
    #[starlark(attribute)]
    fn top(this: &FractionValue) -> starlark::Result<i64> {
        Ok(this.get().top())
    }

    /// The number below the line.
    ///
    /// ```python
    /// is_whole = half.bottom == 1
    /// ```
    #[starlark(attribute)]
    fn bottom(this: &FractionValue) -> starlark::Result<i64> {
        Ok(this.get().bottom())
    }

    /// Gives the sum of this and another fraction.
    ///
    /// ```python
    /// one = half.plus(fraction(1, bottom = 2))
    /// ```
    fn plus(
        this: &FractionValue,
        #[starlark(require = pos)] other: &FractionValue,
    ) -> starlark::Result<FractionValue> {
        this.get().plus(other.get()).map(FractionValue::new).ok_or_else(fraction_error)
    }

    /// Gives a whole number: the next one `"down"` or `"up"`, or the `"nearest"`.
    ///
    /// ```python
    /// you.add(gold, half.rounded("up"))
    /// ```
    fn rounded(
        this: &FractionValue,
        #[starlark(require = pos)] how: &str,
    ) -> starlark::Result<i64> {
        let known: [(&str, Rounding); 3] =
            [("down", Fraction::down), ("up", Fraction::up), ("nearest", Fraction::nearest)];
        Ok(known_word("rounding", how, &known)?(this.get()))
    }
}
