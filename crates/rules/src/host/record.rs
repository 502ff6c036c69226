//! `record`: rules record values that are worth counting over many games.

use either::Either;
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::NoneType;

use super::context::change_game_untracked;
use super::fault::{hinted_error, rules_error};
use crate::engine::{COUNTED_ALWAYS, metric_name_fault};

#[starlark_module]
pub fn metric_functions(builder: &mut GlobalsBuilder) {
    /// Records a number or a word under a name, for `rulepress simulate`; examples and pages do not show it.
    ///
    /// Numbers of one name add up within a game; of several words the last one counts. If an attempt is taken
    /// back, its records are too.
    ///
    /// ```python
    /// record("attacks")
    /// record("gold at the end", you.count(gold))
    /// record("first to act", foe.name)
    /// ```
    fn record<'v>(
        #[starlark(require = pos)] metric: &str,
        #[starlark(require = pos, default = Either::Left(1))] value: Either<i64, &'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        if let Some(fault) = metric_name_fault(metric) {
            return Err(if COUNTED_ALWAYS.contains(&metric) {
                hinted_error(fault, "record it under another name")
            } else {
                rules_error(fault, None)
            });
        }
        if let Either::Right(word) = value
            && metric_name_fault(word).is_some()
            && !COUNTED_ALWAYS.contains(&word)
        {
            return Err(hinted_error(
                format!("`{metric}` cannot record these words"),
                "record a whole number, or a word of one line and at most 80 letters",
            ));
        }
        change_game_untracked(eval, |game| match value {
            Either::Left(number) => game.record_number(metric, number),
            Either::Right(word) => game.record_word(metric, word),
        })?;
        Ok(NoneType)
    }
}
