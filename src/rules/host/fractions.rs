//! Exact fractions in rules, prizes that are shared, and numbered selection.

use starlark::environment::{GlobalsBuilder, MethodsBuilder};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::NoneOr;

use super::fault::rules_error;
use super::table::list_values;
use super::values::Fraction;
use crate::engine;

#[starlark_module]
pub(super) fn fraction_functions(builder: &mut GlobalsBuilder) {
    /// An exact fraction.
    fn fraction(
        #[starlark(require = pos)] top: i64,
        #[starlark(default = 1)] bottom: i64,
    ) -> starlark::Result<Fraction> {
        engine::Fraction::new(top, bottom).map(Fraction::new).ok_or_else(fraction_error)
    }

    /// What each of these counts wins when prizes go by rank, the most first; equal counts pool and
    /// divide.
    fn pooled(
        #[starlark(require = pos)] counts: UnpackListOrTuple<i64>,
        #[starlark(require = pos)] prizes: UnpackListOrTuple<i64>,
    ) -> starlark::Result<Vec<Fraction>> {
        let shares =
            engine::pooled_prizes(&counts.items, &prizes.items).ok_or_else(fraction_error)?;
        Ok(shares.into_iter().map(Fraction::new).collect())
    }

    /// The thing of this number in a list, counted from 1 at its left or right end, and round
    /// again; None of none.
    fn numbered<'v>(
        #[starlark(require = pos)] list: Value<'v>,
        #[starlark(require = pos)] number: i64,
        #[starlark(default = "left")] start: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneOr<Value<'v>>> {
        let from_right = match start {
            "left" => false,
            "right" => true,
            other => {
                let hint = "use `left` or `right`".to_owned();
                return Err(rules_error(format!("nothing is counted from `{other}`"), Some(hint)));
            }
        };
        let things = list_values(list, eval)?;
        let at = engine::numbered_index(things.len(), number, from_right);
        Ok(NoneOr::from_option(at.and_then(|at| things.get(at).copied())))
    }
}

fn fraction_error() -> starlark::Error {
    rules_error(
        "a fraction has a number other than 0 below its line, and no number too large",
        None,
    )
}

#[starlark_module]
pub(super) fn fraction_methods(builder: &mut MethodsBuilder) {
    /// Above the line.
    #[starlark(attribute)]
    fn top(this: &Fraction) -> starlark::Result<i64> {
        Ok(this.get().top())
    }

    /// Below the line.
    #[starlark(attribute)]
    fn bottom(this: &Fraction) -> starlark::Result<i64> {
        Ok(this.get().bottom())
    }

    /// The sum with another fraction.
    fn plus(
        this: &Fraction,
        #[starlark(require = pos)] other: &Fraction,
    ) -> starlark::Result<Fraction> {
        this.get().plus(other.get()).map(Fraction::new).ok_or_else(fraction_error)
    }

    /// A whole number: the next one `down` or `up`, or the `nearest`.
    fn rounded(this: &Fraction, #[starlark(require = pos)] how: &str) -> starlark::Result<i64> {
        match how {
            "down" => Ok(this.get().down()),
            "up" => Ok(this.get().up()),
            "nearest" => Ok(this.get().nearest()),
            other => {
                let hint = "use one of `down`, `up`, `nearest`".to_owned();
                Err(rules_error(format!("nothing is rounded `{other}`"), Some(hint)))
            }
        }
    }
}
