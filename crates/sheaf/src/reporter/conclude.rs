//! The end of an exploration: files, and the report, as JSON or as text.

use super::walks::walks;
use super::{Reporter, summaries as wanted_summaries};
use crate::args::{CheckArgs, Explain};
use crate::print;
use crate::{certificate, witness};
use sheaf_engine::{Options, Outcome, Verdict};
use sheaf_report::certified::Certified;
use sheaf_report::merging::Wanted;
use sheaf_report::note::Note;
use sheaf_report::page::Page;
use sheaf_report::properties::Checked;
use sheaf_report::text;
use sheaf_report::tree::TreeReport;
use sheaf_report::{
    code, grouping, index, json, learning, listing, merging, missed, profile, properties, reasons,
    sarif, solver, strategy, subsumption, summaries, tree,
};
use std::io;
use std::path::Path;

impl Reporter<'_> {
    /// Writes all files that were asked for, and prints the report: as JSON, or as the verdict after
    /// `text`.
    pub fn conclude(
        &mut self,
        args: &CheckArgs,
        report: json::Report,
        text: &str,
        outcome: &Outcome,
    ) {
        let setup = self.setup;
        let checked = Checked {
            module: setup.program.module(),
            behaviours: setup.program.behaviours(),
            counted: &setup.options.failures,
            outcome,
        };
        let notes = match args.explains(Explain::Source) {
            true => Some(listing::notes(checked.module, &mut self.sources, outcome)),
            false => None,
        };
        let tree = self.write_files(args, outcome);
        let report = self.explained(args, report, &checked, notes.as_deref());
        let report = match args.keeps_all() {
            true => report.with_walks(walks(self.setup, outcome)),
            false => report,
        };
        let certified = self.certify(args, outcome);
        let report = match &certified {
            Some(certified) => report.with_certificate(certified.clone()),
            None => report,
        };
        self.write(|folder| folder.write("run.json", &(json::to_string(&report, false) + "\n")));
        self.write_page(args, &report, tree, outcome);
        self.progress.clear();
        if args.json {
            return print(&(json::to_string(&report, true) + "\n"));
        }
        self.print_verdict(args, text, outcome);
        self.print_summary(args, &checked);
        if let Some(certified) = &certified {
            print(&certified.lines());
        }
        self.print_details(args, &checked);
        if let Some(notes) = &notes {
            print(&format!("\n{}", listing::text(&mut self.sources, notes)));
        }
    }

    /// Writes the files that have no part of the report; returns the execution tree, if there is
    /// one.
    fn write_files(&mut self, args: &CheckArgs, outcome: &Outcome) -> Option<TreeReport> {
        let module = self.setup.program.module();
        let suppressed = self.suppressed(outcome);
        let here = std::env::current_dir().unwrap_or_default();
        let findings = &outcome.findings;
        let sarif = sarif::log(module, &mut self.sources, findings, &suppressed, &here);
        self.save(args.sarif.as_deref(), |path, _| {
            std::fs::write(path, &sarif)
        });
        self.write(|folder| folder.write("findings.sarif", &sarif));
        self.save(args.witness.as_deref(), |path, reporter| {
            witness::write(path, reporter.setup, &mut reporter.sources, outcome)
        });
        self.save(args.profile.as_deref(), |path, reporter| {
            let name = reporter.setup.request.name();
            let text = profile::callgrind(module, &name, &outcome.stats.profile);
            std::fs::write(path, text)
        });
        self.save(args.index_rows.as_deref(), |path, _| {
            std::fs::write(path, index::csv(module, outcome))
        });
        self.write_tree(outcome)
    }

    /// Writes the certificate, if requested.
    fn certify(&mut self, args: &CheckArgs, outcome: &Outcome) -> Option<Certified> {
        let mut certified = None;
        self.save(args.certificate.as_deref(), |dir, reporter| {
            certified = Some(certificate::write(dir, reporter.setup, outcome)?);
            Ok(())
        });
        certified
    }

    /// Writes a file, if its path is given; keeps the first error.
    fn save(
        &mut self,
        path: Option<&Path>,
        write: impl FnOnce(&Path, &mut Self) -> io::Result<()>,
    ) {
        if let Some(path) = path
            && let Err(error) = write(path, self)
        {
            self.write_error.get_or_insert((path.to_path_buf(), error));
        }
    }

    /// Writes the execution tree, if requested, also to the folder.
    fn write_tree(&mut self, outcome: &Outcome) -> Option<TreeReport> {
        let (tree, path) = self.tree.take()?;
        let module = self.setup.program.module();
        let name = self.setup.request.name();
        let report = tree::report(&name, module, &mut self.sources, &tree, outcome.verdict);
        let text = tree::to_string(&report);
        if let Err(error) = std::fs::write(&path, &text) {
            self.write_error.get_or_insert((path, error));
        }
        self.write(|folder| folder.write("tree.json", &text));
        Some(report)
    }

    /// The report with what `--explain` asks for, and with everything if it is kept.
    fn explained(
        &mut self,
        args: &CheckArgs,
        mut report: json::Report,
        checked: &Checked,
        notes: Option<&[Note]>,
    ) -> json::Report {
        let Checked {
            module, outcome, ..
        } = *checked;
        let stats = &outcome.stats;
        let tells = |what, is_used: bool| args.explains(what) || args.keeps_all() && is_used;
        let has_points = !stats.merging.points.is_empty();
        let mut wanted: Vec<Wanted> = wanted_summaries(args).cloned().collect();
        if args.report.is_some() {
            wanted.push(Wanted::default());
        }
        if tells(Explain::Merge, has_points) || !wanted.is_empty() {
            report = report.explain_merge(module, outcome, &wanted);
        }
        if tells(Explain::Subsume, !stats.subsumption.places.is_empty()) {
            report = report.explain_labels(module, outcome);
        }
        let has_learned = !stats.learning.learned.is_empty() || !stats.learning.tracked.is_empty();
        if tells(Explain::Cdse, has_learned) {
            report = report.explain_learned(module, &mut self.sources, outcome);
        }
        if tells(Explain::Loops, !stats.summaries.places.is_empty()) {
            report = report.explain_loops(module, outcome);
        }
        if tells(Explain::Index, !stats.index.tables.is_empty()) {
            report = report.explain_index(module, outcome);
        }
        if tells(Explain::Properties, self.lists_checks()) {
            report = report.explain_properties(checked);
        }
        if tells(Explain::Missed, true) {
            report = report.explain_missed(module, outcome);
        }
        if let Some(notes) = notes {
            report = report.explain_source(notes);
        }
        if let Some((steps, kept)) = &mut self.steps {
            report = report.with_steps(std::mem::take(kept), steps.left_out());
        }
        match self.lists_checks() {
            true => report.with_checked(checked),
            false => report,
        }
    }

    /// Whether the verdict says what was checked.
    fn lists_checks(&self) -> bool {
        self.answer.is_none() && !self.setup.request.is_js()
    }

    /// Writes the source text and the page, if requested.
    fn write_page(
        &mut self,
        args: &CheckArgs,
        report: &json::Report,
        tree: Option<TreeReport>,
        outcome: &Outcome,
    ) {
        if !args.keeps_all() {
            return;
        }
        let module = self.setup.program.module();
        let code = code::report(module, &mut self.sources, outcome);
        self.write(|folder| folder.write("sources.json", code::to_string(&code)));
        self.save(args.report.as_deref(), |path, reporter| {
            let page = Page::new(report, &code, tree, reporter.commands.clone());
            std::fs::write(path, page.html())
        });
    }

    /// Prints the verdict after `text`, with groups of findings.
    fn print_verdict(&mut self, args: &CheckArgs, text: &str, outcome: &Outcome) {
        if let Some((steps, _)) = &self.steps {
            print(&(steps.left_out_line() + "\n"));
        }
        let module = self.setup.program.module();
        let verdict = match &self.answer {
            Some((word, claim)) => text::answer(module, self.style, outcome, word, claim),
            None => self.verdict(self.style, outcome),
        };
        print(&format!("{text}{verdict}"));
        if args.quiet {
            return;
        }
        let counts: Vec<bool> = outcome.findings.iter().map(|it| self.counts(it)).collect();
        print(&grouping::summary(module, &outcome.findings, &counts));
        for rule in self.suppressions.unused() {
            print(&format!("  suppresses nothing: {rule}\n"));
        }
    }

    /// Prints what was checked and what was missed: in short, or as tables where these are wanted.
    fn print_summary(&self, args: &CheckArgs, checked: &Checked) {
        let (module, outcome) = (checked.module, checked.outcome);
        if self.lists_checks() && !args.quiet {
            let inputs = self.setup.request.environment.bounds();
            print(&properties::lines(checked, &inputs));
        }
        if args.explains(Explain::Missed) {
            print(&format!("\n{}", missed::table(module, outcome)));
        } else if !args.quiet {
            match outcome.verdict {
                Verdict::Incomplete => print(&missed::lines(module, outcome)),
                Verdict::Safe => print(&missed::endless_line(module, outcome)),
                Verdict::Bug => {}
            }
        }
        if args.explains(Explain::Reasons) {
            print(&format!("\n{}", reasons::table(module, outcome)));
        } else if !args.quiet {
            print(&reasons::hints(module, outcome));
        }
    }

    /// Prints the tables of `--explain` and `--profile`.
    fn print_details(&mut self, args: &CheckArgs, checked: &Checked) {
        let (module, outcome) = (checked.module, checked.outcome);
        let table = |text: String| print(&format!("\n{text}"));
        if args.explains(Explain::Merge) {
            let limit = estimate_limit(&self.setup.options);
            table(merging::table(module, outcome, limit));
        }
        for wanted in wanted_summaries(args) {
            table(merging::summaries(module, outcome, wanted));
        }
        if args.profile.is_some() && !args.quiet {
            table(profile::table(module, &outcome.stats));
        }
        if args.explains(Explain::Properties) {
            table(properties::table(checked));
        }
        if args.explains(Explain::Solver) {
            table(solver::table(outcome));
        }
        if args.explains(Explain::Subsume) {
            table(subsumption::table(module, outcome));
        }
        if args.explains(Explain::Cdse) {
            table(learning::table(module, &mut self.sources, outcome));
        }
        if args.explains(Explain::Loops) {
            table(summaries::table(module, outcome));
        }
        if args.explains(Explain::Index) {
            table(index::table(module, outcome));
        }
        if args.explains(Explain::Strategy) {
            table(strategy::table(&outcome.stats));
        }
    }
}

/// The limit of cost estimates, if any are made.
fn estimate_limit(options: &Options) -> Option<u32> {
    let merging = options.plan.merging();
    let estimating = merging.filter(|it| it.policy.estimates());
    estimating.map(|it| it.limit_cost)
}
