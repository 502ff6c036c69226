// The game that is played: what the program replied last, all that has happened, and the lines that were left for another answer.
// In: an engine. Out: `game.now`, and one function for each thing that a player can do; each resolves when the game stands there.

/// Answers are pairs of a question's key and what was said.
const sameAnswers = (left, right) => left.length === right.length && left.every((answer, nth) => String(answer) === String(right[nth]));
const isBeginning = (of, whole) => of.length <= whole.length && sameAnswers(of, whole.slice(0, of.length));

/// The keys of the zones that hold something else than before; none where there was nothing to compare.
function changedZones(before, after) {
  const was = new Map(before.map(zone => [zone.key, JSON.stringify(zone)]));
  return new Set(before.length ? after.filter(zone => was.get(zone.key) !== JSON.stringify(zone)).map(zone => zone.key) : []);
}

/// `onchange(now)` hears of every change; `book` is {folder, title, ..}.
export function openGame({ engine, book, onchange }) {
  const now = {
    book, begin: {}, game: null, answers: [], entries: [], fresh: 0, table: "", zones: [], changed: new Set(), places: [], cards: [], asked: [], amounts: {}, question: null, end: null, looker: null,
    trace: "", findings: [], error: null, replaced: false, ms: 0,
    ahead: [], // the answers that were taken back and are still known
    branches: [], // [{name, answers}]
  };

  async function ask(request) {
    const start = performance.now();
    const reply = await engine.ask(request);
    Object.assign(now, { error: reply.error ?? null, replaced: Boolean(reply.replaced), ms: performance.now() - start });
    if (reply.game) take(reply);
    onchange(now);
    return reply;
  }

  function take(reply) {
    const at = reply.entries.findIndex((entry, nth) => entry !== now.entries[nth]);
    now.fresh = at < 0 ? reply.entries.length : at;
    now.entries = reply.entries;
    now.changed = changedZones(now.zones, reply.zones ?? []);
    for (const key of ["game", "answers", "table", "zones", "places", "cards", "asked", "amounts", "question", "end", "looker", "trace", "findings"]) now[key] = reply[key] ?? null;
    now.answers ??= [];
    now.zones ??= [];
    now.places ??= [];
    now.cards ??= [];
    now.asked ??= [];
    now.amounts ??= {};
    now.findings ??= [];
  }

  /// Keeps a line for later, if it is not part of another one that is known.
  function keepLine(answers, name) {
    const known = [now.answers, ...now.branches.map(branch => branch.answers)];
    if (!answers.length || known.some(other => isBeginning(answers, other))) return;
    now.branches = [...now.branches.filter(branch => !isBeginning(branch.answers, answers)), { name, answers }];
  }

  const lineAhead = () => [...now.answers, ...now.ahead];
  const nameOf = ([key, said], nth) => `${nth + 1}: ${said} (${key})`;

  /// Begins; a new game forgets the branches of the one before.
  async function begin(how, { branches = [], ahead = [] } = {}) {
    now.begin = { ...how };
    delete now.begin.answers;
    now.ahead = ahead;
    now.branches = branches;
    return ask({ begin: how });
  }

  async function answer(option) {
    const key = now.question?.key;
    const before = now.answers.length;
    const left = lineAhead();
    const goesOn = now.ahead.length > 0 && now.ahead[0][1] === option && now.ahead[0][0] === key;
    const ahead = goesOn ? now.ahead.slice(1) : [];
    const wasWhatIf = now.whatIf;
    now.whatIf = false;
    const reply = await engineAnswer(option, ahead);
    // Two answers or more are not lost by a third; one that was a slip is.
    if (!reply.error && !goesOn && (left.length - before > 1 || wasWhatIf)) {
      keepLine(left, nameOf(left[before], before));
      onchange(now);
    }
    return reply;
  }

  async function engineAnswer(option, ahead) {
    const was = now.ahead;
    now.ahead = ahead;
    const reply = await ask({ answer: option });
    if (reply.error) now.ahead = was;
    return reply;
  }

  /// Goes to where `count` answers are given, back or on.
  async function goTo(count) {
    const whole = lineAhead();
    now.ahead = whole.slice(count);
    if (count <= now.answers.length) return ask({ keep: count });
    return ask({ begin: { ...now.begin, answers: whole.slice(0, count) } });
  }

  /// Goes back before an answer, to give another one; the line as it was becomes a branch.
  async function whatIf(count) {
    const reply = await goTo(count);
    now.whatIf = !reply.error;
    return reply;
  }

  async function openBranch(branch) {
    const left = lineAhead();
    now.branches = now.branches.filter(other => other !== branch);
    now.ahead = [];
    const reply = await ask({ begin: { ...now.begin, answers: branch.answers } });
    const at = left.findIndex((answer, nth) => String(answer) !== String(branch.answers[nth]));
    if (at >= 0) keepLine(left, nameOf(left[at], at));
    onchange(now);
    return reply;
  }

  return {
    now, begin, answer, goTo, whatIf, openBranch,
    back: () => now.answers.length ? goTo(now.answers.length - 1) : null,
    forward: () => now.ahead.length ? goTo(now.answers.length + 1) : null,
    look: player => ask({ look: player }),
    save: title => ask({ save: { title } }),
    rename(branch, name) { branch.name = name; onchange(now); },
    forget(branch) { now.branches = now.branches.filter(other => other !== branch); onchange(now); },
    /// All that is needed to be here again.
    kept: () => ({ book: book.folder, begin: now.begin, answers: now.answers, ahead: now.ahead, branches: now.branches }),
    persons: () => Object.entries(now.game?.seats ?? {}).filter(([, seat]) => seat === "person").map(([player]) => player),
  };
}
