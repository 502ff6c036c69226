//! `explain`: explains why a finding comes and what to do about it.

use anyhow::Result;

use super::args::{ExplainArgs, ReportFormat};
use super::console::{print_error, print_json, print_out};
use super::exit::Exit;
use base::diagnostic::{Explanation, Severity, explanation_groups, find_explanation, nearest_name};

/// Explains one finding, or lists all.
pub fn run_explain(args: &ExplainArgs) -> Result<Exit> {
    let Some(name) = &args.code else { return list_findings(args.format) };
    let Some(found) = find_explanation(name.trim().trim_start_matches('#')) else {
        let all = explanation_groups().iter().flat_map(|group| &group.findings);
        let near = nearest_name(name, all.map(|finding| finding.code.name));
        let meant = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        print_error(format_args!(
            "error: no finding is called `{name}`{meant}\n`rulepress explain` lists them all\n"
        ));
        return Ok(Exit::WrongUse);
    };
    match args.format {
        ReportFormat::Json => print_json(&found.record())?,
        ReportFormat::Text => print_out(format_args!("{}", explanation_text(found))),
    }
    Ok(Exit::Done)
}

fn list_findings(format: ReportFormat) -> Result<Exit> {
    let groups = explanation_groups();
    if format == ReportFormat::Json {
        let all = groups.iter().flat_map(|group| &group.findings).map(Explanation::record);
        print_json(&all.collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    for group in groups {
        print_out(format_args!("{}\n", group.title));
        for finding in &group.findings {
            print_out(format_args!("  {:22} {}\n", finding.code.name, finding.meaning));
        }
        print_out(format_args!("\n"));
    }
    print_out(format_args!(
        "`rulepress explain CODE` says why a finding appears, and what to do about it.\n"
    ));
    Ok(Exit::Done)
}

fn explanation_text(finding: &Explanation) -> String {
    let severity = match finding.code.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let Explanation { meaning, cause, cure, example, .. } = finding;
    let mut text = format!("{severity}[{}]: {meaning}\n", finding.code.name);
    text += &format!("\nWhy\n{}", indented(cause.trim()));
    text += &format!("\nWhat to do\n{}", indented(cure.trim()));
    if !example.is_empty() {
        text += &format!("\nAn example that causes it\n{}", indented(example.trim_matches('\n')));
    }
    text
}

/// Indents each line by four blanks.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect()
}
