//! `accept` takes new things; changes since the last acceptance are taken only if they are named,
//! or with `--all`.

use super::{change, change_number, change_words, files, garden, run};

#[test]
fn what_changed_waits() {
    let folder = garden("review-accept");
    change_number(&folder);
    change_words(&folder);
    folder.write("moon/examples/third.toml", "title = \"Third\"\nplay = \"#turn\"\nseed = 6\n");
    let lock = folder.text("moon/rules.lock");
    let owl = folder.text("moon/examples/owl.trace");
    let ran = run(&folder, &["accept", "moon"]).ended(3);
    let words = "not accepted: 2 examples and 2 rules that changed; `rulepress review moon` shows the old and the new, `rulepress accept moon --all` accepts everything\n";
    assert!(ran.stderr.ends_with(words), "{}", ran.stderr);
    assert_eq!(ran.stdout, "accepted moon/examples/third.trace\n1 example accepted, 0 unchanged\n");
    assert_eq!(folder.text("moon/rules.lock"), lock, "what waits stays as it was confirmed");
    assert_eq!(folder.text("moon/examples/owl.trace"), owl);
    run(&folder, &["accept", "moon", "--all"]).ended(0);
    assert_ne!(folder.text("moon/examples/owl.trace"), owl);
    assert!(folder.text("moon/rules.lock").contains("=enough  8\n"));
    assert_eq!(run(&folder, &["build", "moon", "--locked", "--only", "sheet"]).code, Some(0));
}

/// A named scenario is accepted, and a line lists its changes.
#[test]
fn a_scenario_that_is_named() {
    let folder = garden("review-named");
    change_number(&folder);
    let ran = run(&folder, &["accept", "moon/examples/owl.toml"]).ended(0);
    let line = ran.stdout.lines().next().unwrap_or_default();
    assert!(line.starts_with("owl: steps 9 to 10 are new"), "{}", ran.stdout);
    run(&folder, &["review", "moon"]).prints("changes 1 example: quiet");
}

/// `--all` takes nothing whose author expects something else.
#[test]
fn an_unmet_expectation() {
    let folder = garden("review-unmet");
    let scenario = folder.text("moon/examples/quiet.toml");
    let expected = format!("{scenario}\n[expect]\nfacts = [\"ann.jar holds 2\"]\n");
    folder.write("moon/examples/quiet.toml", expected);
    assert_eq!(run(&folder, &["accept", "moon", "--all"]).code, Some(0));
    change(&folder, "moon/02-turn.md", "[6]{=enough}", "[8]{=enough}");
    let before = folder.text("moon/examples/quiet.trace");
    run(&folder, &["accept", "moon", "--all"]).ended(1).prints("not accepted: `quiet` has errors");
    assert_eq!(folder.text("moon/examples/quiet.trace"), before);
    let all = files(&folder);
    run(&folder, &["review", "moon"]).prints("  cannot be accepted: ");
    assert_eq!(files(&folder), all);
}

/// If nothing records what was confirmed, nothing is accepted unseen.
#[test]
fn a_lock_that_cannot_be_read() {
    let folder = garden("review-lock");
    let lock = folder.text("moon/rules.lock");
    change_words(&folder);
    let torn = format!("<<<<<<< ours\n{}", &lock[..lock.len() / 2]);
    folder.write("moon/rules.lock", &torn);
    run(&folder, &["accept", "moon"])
        .ended(1)
        .says("not accepted: some lines of rules.lock cannot be read");
    assert_eq!(folder.text("moon/rules.lock"), torn);
    assert_eq!(run(&folder, &["accept", "moon", "--all"]).code, Some(0));
}

/// Errors are reported: a scenario that cannot be read, and a rules.lock without rules.
#[test]
fn errors_are_told() {
    let folder = garden("review-errors");
    let scenario = folder.text("moon/examples/owl.toml");
    folder.write("moon/examples/owl.toml", format!("{scenario}\ngarbage [\n"));
    run(&folder, &["review", "moon"]).ended(1).says("note: moon also has 1 error");
    folder.write("moon/examples/owl.toml", scenario);
    std::fs::remove_dir_all(folder.path().join("moon/rules")).expect("it can be removed");
    run(&folder, &["review", "moon"]).ended(1).says("moon has no rules, but its rules.lock");
}

/// A character that changes the direction of text does not reach the terminal.
#[test]
fn words_do_not_steer_the_terminal() {
    let folder = garden("review-steer");
    change(&folder, "moon/02-turn.md", "put the fireflies", "put \u{202e}the fireflies");
    let ran = run(&folder, &["review", "moon"]);
    assert!(ran.stdout.contains("\\u{202e}") && !ran.stdout.contains('\u{202e}'), "{}", ran.stdout);
}
