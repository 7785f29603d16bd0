//! The table of links, and the selection of links to use.

use std::fmt;
use std::str::FromStr;

use crate::cache::Cache;
use crate::choices::Choices;
use crate::descend::Descend;
use crate::differences::Differences;
use crate::domain::Domains;
use crate::enumerate::Enumeration;
use crate::guess::Guess;
use crate::independence::Independence;
use crate::interval::Intervals;
use crate::interval::split::Split;
use crate::link::Link;
use crate::propagate::Propagate;
use crate::reuse::Recent;
use crate::send::Send;
use crate::simplify::Simplify;
use crate::sums::Sums;

/// An entry of the table of links.
pub struct Entry {
    /// Its name in statistics and options.
    pub name: &'static str,
    /// Whether it must be notified of changes of the path.
    pub follows_path: bool,
    /// Whether the chain is incomplete without it.
    required: bool,
    /// Creates the link with empty caches.
    pub make: fn() -> Box<dyn Link>,
}

/// An optional link that only sees queries.
const fn link<L: Link + Default + 'static>(name: &'static str) -> Entry {
    Entry {
        name,
        follows_path: false,
        required: false,
        make: || Box::<L>::default(),
    }
}

/// An optional link that follows the path.
const fn following<L: Link + Default + 'static>(name: &'static str) -> Entry {
    Entry {
        follows_path: true,
        ..link::<L>(name)
    }
}

/// The same link as a mandatory one.
const fn required(entry: Entry) -> Entry {
    Entry {
        required: true,
        ..entry
    }
}

/// All links, in the order of the chain.
pub static TABLE: [Entry; 15] = [
    required(following::<Simplify>("simplify")),
    following::<Domains>("domain"),
    following::<Intervals>("interval"),
    following::<Independence>("independence"),
    link::<Cache>("cache"),
    link::<Recent>("reuse"),
    following::<Guess>("guess"),
    link::<Differences>("differences"),
    link::<Sums>("sums"),
    link::<Propagate>("propagate"),
    link::<Enumeration>("enumerate"),
    link::<Choices>("choices"),
    link::<Split>("split"),
    link::<Descend>("descend"),
    required(link::<Send>("backend")),
];

/// The links of the chain to use. No combination changes an answer other than `Unknown`.
///
/// As text, a list of names: the first word is `all` or `none`, then `-propagate` switches a link
/// off and `interval` one on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Links(u32);

impl Links {
    /// Every link.
    pub const ALL: Links = Links((1 << TABLE.len()) - 1);

    /// The names of all links, in the order of the chain.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|link| link.name)
    }

    /// Only the mandatory links: simplification and the backends.
    pub fn none() -> Links {
        let required =
            |bits, (position, link): (usize, &Entry)| bits | u32::from(link.required) << position;
        Links(TABLE.iter().enumerate().fold(0, required))
    }

    /// Whether the link at a position of the table is used.
    pub(crate) fn holds(self, position: usize) -> bool {
        self.0 >> position & 1 == 1
    }

    /// Whether a link is used, by name.
    pub fn has(self, name: &str) -> bool {
        position(name).is_some_and(|position| self.holds(position))
    }
}

fn position(name: &str) -> Option<usize> {
    TABLE.iter().position(|link| link.name == name)
}

impl FromStr for Links {
    type Err = String;

    fn from_str(text: &str) -> Result<Links, String> {
        let mut links = Links::ALL;
        for (index, word) in text.split(',').enumerate() {
            match word {
                "all" if index == 0 => {}
                "none" if index == 0 => links = Links::none(),
                _ => links.switch(word)?,
            }
        }
        Ok(links)
    }
}

impl Links {
    /// Switches a link on, or off if its name is prefixed with `-`.
    fn switch(&mut self, word: &str) -> Result<(), String> {
        let (name, on) = match word.strip_prefix('-') {
            Some(name) => (name, false),
            None => (word, true),
        };
        let position = position(name).ok_or_else(|| format!("no link is called `{name}`"))?;
        if on {
            self.0 |= 1 << position;
        } else if TABLE[position].required {
            return Err(format!("the link `{name}` cannot be switched off"));
        } else {
            self.0 &= !(1 << position);
        }
        Ok(())
    }
}

impl fmt::Display for Links {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("all")?;
        let mut off = Links::names().filter(|name| !self.has(name));
        off.try_for_each(|name| write!(out, ",-{name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_switched_by_name() {
        let parse = |text: &str| text.parse::<Links>();
        assert_eq!(parse("all"), Ok(Links::ALL));
        assert_eq!(parse("none"), Ok(Links::none()));
        let some = parse("-sums,-reuse").expect("names of links");
        assert!(!some.has("sums") && !some.has("reuse") && some.has("cache"));
        assert_eq!(some.to_string(), "all,-reuse,-sums");
        assert_eq!(parse(&some.to_string()), Ok(some));
        let one = parse("none,interval").expect("a name of a link");
        assert!(one.has("interval") && one.has("backend") && !one.has("domain"));
        assert!(parse("sum").is_err() && parse("-backend").is_err() && parse("").is_err());
    }
}
