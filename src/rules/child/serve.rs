//! The child's side: it limits itself, reads what is to be played, plays and answers.

use std::any::Any;
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread;

use anyhow::Context;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::wire::{self, PlayMessage, PlayRequest};
use crate::engine::trace::{Fault, Start, Trace};
use crate::rules::program::Program;

/// Stack of each thread that plays: far more than 200 calls of rules need.
const STACK_BYTES: usize = 16 << 20;
/// More threads would reserve more memory than they save time.
const MOST_THREADS: usize = 16;

/// Plays what stands in `input` and writes an answer to `output` as soon as each play is done.
/// `load` makes rules ready to run, once; `play` plays them.
pub fn serve_plays<M: Send + Sync>(
    mut input: impl Read,
    mut output: impl Write + Send,
    load: impl Fn(&Program) -> Result<M, Vec<Fault>> + Send + Sync,
    play: impl Fn(&M, &Start) -> Trace + Send + Sync,
) -> anyhow::Result<()> {
    let Some(request) = wire::receive_message::<PlayRequest>(&mut input)? else { return Ok(()) };
    limit(request.memory)?;
    let threads = thread::available_parallelism().map_or(1, |count| count.get().min(MOST_THREADS));
    let threads = if request.alone { 1 } else { threads };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build();
    let pool = pool.context("can not start threads")?;
    let machine = match pool.install(|| load(&request.program)) {
        Ok(machine) => machine,
        Err(faults) => {
            return wire::send_message(
                &mut output,
                &wire::encode_message(&PlayMessage::Loaded(faults))?,
            )
            .context("can not answer");
        }
    };
    wire::send_message(&mut output, &wire::encode_message(&PlayMessage::Loaded(Vec::new()))?)
        .context("can not answer")?;
    let output = Mutex::new(output);
    let one = |(at, start): &(usize, Start)| {
        let message = match catch_unwind(AssertUnwindSafe(|| play(&machine, start))) {
            Ok(trace) => PlayMessage::Played(*at, Box::new(trace)),
            Err(panic) => PlayMessage::Panicked(*at, panic_words(panic.as_ref())),
        };
        let bytes = wire::encode_message(&message).or_else(|error| {
            wire::encode_message(&PlayMessage::Panicked(*at, error.to_string()))
        })?;
        let mut output = output.lock().map_err(|_| anyhow::anyhow!("another thread broke down"))?;
        wire::send_message(&mut *output, &bytes).context("can not answer")
    };
    pool.install(|| match request.alone {
        true => request.jobs.iter().try_for_each(one),
        false => request.jobs.par_iter().try_for_each(one),
    })
}

/// Forbids this process more than `memory` bytes of address space.
#[cfg(unix)]
fn limit(memory: u64) -> anyhow::Result<()> {
    let (_, hard) = rlimit::Resource::AS.get().context("can not read the limit of memory")?;
    rlimit::Resource::AS.set(memory.min(hard), hard).context("can not limit the memory")
}

/// Elsewhere the heap limit of the rules has to do.
#[cfg(not(unix))]
fn limit(_memory: u64) -> anyhow::Result<()> {
    Ok(())
}

/// What a panic said.
fn panic_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}
