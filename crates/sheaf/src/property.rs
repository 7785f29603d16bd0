//! Properties of the competitions on software verification and testing (SV-COMP, Test-Comp), by
//! name or from `.prp` files.

use crate::error::describe_io;
use sheaf_engine::options::LeakRule;
use sheaf_ir::FailureKind;
use std::path::Path;

/// A property, or a goal of testing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// `reach_error` is never called.
    UnreachCall,
    /// No signed operation overflows.
    NoOverflow,
    /// Only memory that may be freed is freed.
    ValidFree,
    /// Dereferenced pointers point to live objects.
    ValidDeref,
    /// All memory is freed or reachable.
    ValidMemtrack,
    /// All memory is freed when the program ends.
    ValidMemcleanup,
    /// Tests that call `reach_error`.
    CoverageErrorCall,
    /// Tests that take all branches.
    CoverageBranches,
}

/// Properties that are checked together, and the label that must not be reached, if a file names
/// one.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Specification {
    /// What must hold on all paths, or what tests must cover.
    pub properties: Vec<Property>,
    /// The label that must not be reached, if it is about one.
    pub label: Option<String>,
}

use FailureKind as Kind;
use Property::*;

/// Properties with their names, the formulas of their `.prp` files without blanks, and the failures
/// that violate them.
const PROPERTIES: &[(Property, &str, &str, &[FailureKind])] = &[
    (
        UnreachCall,
        "unreach-call",
        "LTL(G!call(reach_error()))",
        &[Kind::UnreachableCall],
    ),
    (
        NoOverflow,
        "no-overflow",
        "LTL(G!overflow)",
        &[
            Kind::SignedOverflow,
            Kind::DivisionOverflow,
            Kind::ShiftOverflow,
        ],
    ),
    (
        ValidFree,
        "valid-free",
        "LTL(Gvalid-free)",
        &[Kind::DoubleFree, Kind::InvalidFree],
    ),
    (
        ValidDeref,
        "valid-deref",
        "LTL(Gvalid-deref)",
        &[Kind::NullDereference, Kind::OutOfBounds, Kind::UseAfterFree],
    ),
    (
        ValidMemtrack,
        "valid-memtrack",
        "LTL(Gvalid-memtrack)",
        &[Kind::Leak],
    ),
    (
        ValidMemcleanup,
        "valid-memcleanup",
        "LTL(Gvalid-memcleanup)",
        &[Kind::Leak],
    ),
    (
        CoverageErrorCall,
        "coverage-error-call",
        "FQL(COVEREDGES(@CALL(reach_error)))",
        &[Kind::UnreachableCall],
    ),
    (
        CoverageBranches,
        "coverage-branches",
        "FQL(COVEREDGES(@DECISIONEDGE))",
        &[],
    ),
];

/// Names for several properties.
const GROUPS: &[(&str, &[Property])] =
    &[("valid-memsafety", &[ValidFree, ValidDeref, ValidMemtrack])];

/// Properties that are known but not supported, by name and formula.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("termination", "LTL(Fend)"),
    ("no-data-race", "LTL(G!data-race)"),
    ("def-behavior", "LTL(Gdef-behavior)"),
];

/// The functions of [`Property::UnreachCall`]; older programs use the second.
pub const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

impl Property {
    fn row(self) -> &'static (Property, &'static str, &'static str, &'static [FailureKind]) {
        let mut rows = PROPERTIES.iter();
        // Every property has a row, as a test checks.
        rows.find(|row| row.0 == self).unwrap_or(&PROPERTIES[0])
    }

    /// What SV-COMP calls it.
    pub fn name(self) -> &'static str {
        self.row().1
    }
}

/// A formula with blanks behind its operators.
fn spaced(formula: &str) -> String {
    let inner = formula
        .strip_prefix("LTL(G")
        .map(|it| it.replace('!', "! "));
    inner.map_or(formula.to_string(), |inner| format!("LTL(G {inner}"))
}

impl Specification {
    /// Parses the argument of `--property`: property names with commas between them, or a `.prp`
    /// file.
    ///
    /// # Errors
    /// When there is no such property, or it is not supported; the message is one line.
    pub fn parse(text: &str) -> Result<Specification, String> {
        if text.ends_with(".prp") {
            let content = std::fs::read_to_string(Path::new(text));
            return content
                .map_err(|error| describe_io(&error).to_string())
                .and_then(|content| Specification::from_prp(&content));
        }
        let mut all = Specification::default();
        for name in text.split(',') {
            all.properties.extend(by_name(name)?);
        }
        Ok(all)
    }

    /// Parses the content of a `.prp` file.
    fn from_prp(content: &str) -> Result<Specification, String> {
        let mut all = Specification::default();
        let lines = content.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with("//")) {
            match formula(line)? {
                Formula::Property(property) => all.properties.push(property),
                Formula::Label(label) => all.label = Some(label),
            }
        }
        match all == Specification::default() {
            true => Err("states no property".to_string()),
            false => Ok(all),
        }
    }

    /// The names of the properties, in the form that [`Specification::parse`] reads.
    pub fn name(&self) -> String {
        let names: Vec<&str> = self
            .properties
            .iter()
            .map(|property| property.name())
            .collect();
        names.join(",")
    }

    /// What is checked, as in a `.prp` file; several properties are a conjunction of lines.
    pub fn formula(&self) -> String {
        let label = self.label.iter().map(|it| format!("LTL(G ! label({it}))"));
        let formulas = self
            .properties
            .iter()
            .map(|property| spaced(property.row().2));
        let all: Vec<String> = formulas
            .chain(label)
            .map(|formula| format!("CHECK( init(main()), {formula} )"))
            .collect();
        all.join("\n")
    }

    /// The kinds of failure that count.
    pub fn failures(&self) -> Vec<FailureKind> {
        let of_label = self.label.as_ref().map(|_| Kind::UnreachableCall);
        let kinds = self.properties.iter().flat_map(|property| property.row().3);
        kinds.copied().chain(of_label).collect()
    }

    /// The rule for leaks.
    pub fn leaks(&self) -> LeakRule {
        match &self.properties {
            all if all.contains(&ValidMemcleanup) => LeakRule::Unfreed,
            all if all.contains(&ValidMemtrack) => LeakRule::Untracked,
            _ => LeakRule::Lost,
        }
    }

    /// Whether a property of all runs is meant, where uninitialized memory, the time and random
    /// numbers are inputs. Tests cannot set them.
    pub fn is_of_verification(&self) -> bool {
        let mut properties = self.properties.iter();
        !properties.any(|it| matches!(it, CoverageErrorCall | CoverageBranches))
    }

    /// The number of failures after which the goal is reached, if there is one.
    pub fn stop_after(&self) -> Option<u64> {
        self.properties.contains(&CoverageErrorCall).then_some(1)
    }

    /// Whether a call of `reach_error` is the failure, even if the program defines it.
    pub fn looks_for_error_calls(&self) -> bool {
        self.properties
            .iter()
            .any(|it| matches!(it, UnreachCall | CoverageErrorCall))
    }

    /// The goal of a suite in Test-Comp's notation, if it is not to cover all branches.
    pub fn coverage(&self) -> Option<&'static str> {
        let errors = self.properties.contains(&CoverageErrorCall);
        errors.then_some("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )")
    }
}

fn by_name(name: &str) -> Result<Vec<Property>, String> {
    if let Some((_, group)) = GROUPS.iter().find(|(other, _)| *other == name) {
        return Ok(group.to_vec());
    }
    if let Some(row) = PROPERTIES.iter().find(|row| row.1 == name) {
        return Ok(vec![row.0]);
    }
    if UNSUPPORTED.iter().any(|(other, _)| *other == name) {
        return Err(unsupported(name));
    }
    let groups = GROUPS.iter().map(|(name, _)| *name);
    let names: Vec<&str> = PROPERTIES.iter().map(|row| row.1).chain(groups).collect();
    Err(format!(
        "unknown property; expected one of {}, or a .prp file",
        names.join(", ")
    ))
}

fn unsupported(name: &str) -> String {
    format!("the property `{name}` is not supported")
}

/// The statement of a line of a `.prp` file.
enum Formula {
    Property(Property),
    Label(String),
}

/// Parses a line such as `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
fn formula(line: &str) -> Result<Formula, String> {
    let malformed = || format!("`{line}` is not a known property");
    let bare: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let inner = ["CHECK(init(main()),", "COVER(init(main()),"];
    let inner = inner.iter().find_map(|start| bare.strip_prefix(start));
    let inner = inner
        .and_then(|rest| rest.strip_suffix(')'))
        .ok_or_else(malformed)?;
    let label = inner
        .strip_prefix("LTL(G!label(")
        .and_then(|rest| rest.strip_suffix("))"));
    if let Some(label) = label {
        return Ok(Formula::Label(label.to_string()));
    }
    // Older programs call the function by another name.
    let inner = inner.replace(ERROR_FUNCTIONS[1], ERROR_FUNCTIONS[0]);
    if let Some(row) = PROPERTIES.iter().find(|row| row.2 == inner) {
        return Ok(Formula::Property(row.0));
    }
    match UNSUPPORTED.iter().find(|(_, formula)| *formula == inner) {
        Some((name, _)) => Err(unsupported(name)),
        None => Err(malformed()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_property_has_its_row() {
        for row in PROPERTIES {
            assert_eq!(by_name(row.0.name()), Ok(vec![row.0]));
        }
    }

    #[test]
    fn files_of_the_competition_are_read() {
        let read = |text: &str| Specification::from_prp(text).unwrap();
        let memory = read(
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )\n\n",
        );
        assert_eq!(Ok(memory.clone()), Specification::parse("valid-memsafety"));
        assert_eq!(Ok(memory.clone()), Specification::parse(&memory.name()));
        assert_eq!(memory.leaks(), LeakRule::Untracked);
        for call in ["reach_error", "__VERIFIER_error"] {
            let text = format!("CHECK( init(main()), LTL(G ! call({call}())) )");
            assert_eq!(read(&text).properties, [UnreachCall]);
        }
        let label = read("CHECK( init(main()), LTL(G ! label(ERROR)) )");
        assert_eq!(label.label.as_deref(), Some("ERROR"));
        assert_eq!(label.failures(), [Kind::UnreachableCall]);
        let branches = read("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )");
        assert_eq!(
            (branches.properties.len(), branches.failures().len()),
            (1, 0)
        );
    }

    #[test]
    fn what_is_not_supported_is_refused_by_name() {
        for text in [
            "CHECK( init(main()), LTL(F end) )",
            "CHECK( init(main()), LTL(G ! data-race) )",
        ] {
            let message = Specification::from_prp(text).unwrap_err();
            assert!(message.contains("is not supported"), "{message}");
        }
        for (text, part) in [
            ("", "states no property"),
            ("CHECK( init(main()), LTL(G x) )", "is not a known property"),
        ] {
            let message = Specification::from_prp(text).unwrap_err();
            assert!(message.contains(part), "{message}");
        }
        assert!(
            Specification::parse("termination")
                .unwrap_err()
                .contains("`termination`")
        );
        assert!(
            Specification::parse("safety")
                .unwrap_err()
                .contains("expected one of unreach-call,")
        );
        assert!(
            Specification::parse("missing.prp")
                .unwrap_err()
                .contains("no such file")
        );
    }
}
