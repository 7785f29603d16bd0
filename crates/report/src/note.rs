//! What is known of a place of the program: beside the source in a listing, in JSON, and below the
//! place in the tables of `--explain`.

use crate::place::Place;
use serde::Serialize;

/// What a note is about, in the order in which notes of a line are shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum About {
    /// A failure.
    Fails,
    /// A label of path subsumption.
    Label,
    /// A clause of conflict-driven exploration.
    Clause,
    /// Variables that its search through abstract states tracks.
    Tracks,
    /// A merge point.
    Merge,
    /// The value summary of a variable.
    Values,
    /// What is known of iterations.
    Loop,
    /// Estimates of later queries.
    Queries,
}

impl About {
    /// All of them.
    pub const ALL: [About; 8] = [
        About::Fails,
        About::Label,
        About::Clause,
        About::Tracks,
        About::Merge,
        About::Values,
        About::Loop,
        About::Queries,
    ];

    /// The word in front of a note, also in JSON.
    pub fn word(self) -> &'static str {
        match self {
            About::Fails => "fails",
            About::Label => "label",
            About::Clause => "clause",
            About::Tracks => "tracks",
            About::Merge => "merge",
            About::Values => "values",
            About::Loop => "loop",
            About::Queries => "queries",
        }
    }

    /// What such a note says, for a legend.
    pub fn meaning(self) -> &'static str {
        match self {
            About::Fails => "a failure",
            About::Label => "nothing can fail from here where this holds",
            About::Clause => "what does not happen here",
            About::Tracks => "what the search through abstract states tracks, needed here",
            About::Merge => "states that met here",
            About::Values => "what a variable was where states merged, and when",
            About::Loop => "what is known of a loop",
            About::Queries => "estimated number of later queries by variable",
        }
    }
}

/// Something that is known of a place.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Note {
    /// What it is about.
    pub about: About,
    /// Where it stands in the listing.
    #[serde(flatten)]
    pub place: Place,
    /// The lines of the text; those after the first one are its parts.
    pub text: Vec<String>,
}

impl Note {
    /// A note of one line.
    pub fn line(about: About, place: Place, text: String) -> Note {
        Note {
            about,
            place,
            text: vec![text],
        }
    }
}

/// Sorts notes as a listing shows them.
pub fn sort(notes: &mut [Note]) {
    notes.sort_by(|a, b| {
        let line = |it: &Note| (it.place.file.clone(), it.place.line);
        let within = |it: &Note| (it.about, it.place.column);
        (line(a), within(a)).cmp(&(line(b), within(b)))
    });
}
