//! The options that restrict the pointers that an entry takes.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use sheaf_llvm::{Callback, Shapes};

/// Restrictions of pointers, which are named as in findings; C only.
#[derive(Args, Clone, PartialEq, Eq, Default, Debug)]
pub struct ShapeArgs {
    /// The pointer P is not null: `p`, `p->next`
    #[arg(long, value_name = "P", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    pub non_null: Vec<String>,
    /// The pointer P points to exactly N numbers, where N is another parameter
    #[arg(long, value_name = "P=N", value_delimiter = ',', value_parser = length)]
    pub length: Vec<(String, String)>,
    /// The pointer P points to exactly NUMBER elements, numbers or not
    #[arg(long, value_name = "P=NUMBER", value_delimiter = ',', value_parser = array)]
    pub array: Vec<(String, u64)>,
    /// The pointer P points to one of these functions, or to one without side effects that returns
    /// any value
    #[arg(long, value_name = "P=FUNCTION,...|P=any", value_parser = callback)]
    pub callback: Vec<(String, Callback)>,
}

impl ShapeArgs {
    /// Whether there are no restrictions.
    pub fn is_empty(&self) -> bool {
        *self == ShapeArgs::default()
    }

    /// The restrictions for the front end.
    ///
    /// # Errors
    /// When two options contradict each other: the option, and why.
    pub fn shapes(&self) -> Result<Shapes, (&'static str, String)> {
        let shapes = Shapes {
            non_null: self.non_null.clone(),
            lengths: self.length.clone(),
            arrays: self.array.clone(),
            callbacks: self.callback.clone(),
        };
        let lengths = shapes.lengths.iter().map(|(name, _)| name);
        let arrays = shapes.arrays.iter().map(|(name, _)| name);
        if let Some(name) = repeated(lengths.chain(arrays)) {
            let message = format!("the number of elements of `{name}` is given twice");
            return Err(("--length and --array", message));
        }
        match repeated(shapes.callbacks.iter().map(|(name, _)| name)) {
            Some(name) => Err(("--callback", format!("`{name}` is given twice"))),
            None => Ok(shapes),
        }
    }

    /// The options as command-line words, for test cases.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(
            self.non_null
                .iter()
                .map(|name| format!("--non-null={name}")),
        );
        let lengths = self.length.iter();
        words.extend(lengths.map(|(name, count)| format!("--length={name}={count}")));
        let arrays = self.array.iter();
        words.extend(arrays.map(|(name, count)| format!("--array={name}={count}")));
        words.extend(self.callback.iter().map(|(name, callback)| match callback {
            Callback::Any => format!("--callback={name}=any"),
            Callback::OneOf(names) => format!("--callback={name}={}", names.join(",")),
        }));
        words
    }

    /// Parses the output of [`ShapeArgs::words`].
    ///
    /// # Errors
    /// When the words are malformed; the message is one line.
    pub fn from_words(words: &[String]) -> Result<Self, String> {
        super::from_words(words)
    }
}

/// The first duplicate name.
fn repeated<'a>(names: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    let mut seen = std::collections::BTreeSet::new();
    let mut names = names;
    names.find(|name| !seen.insert(*name))
}

/// A name and the text after its `=`.
fn named<'a>(text: &'a str, example: &str) -> Result<(String, &'a str), String> {
    match text.split_once('=') {
        Some((name, rest)) if !name.is_empty() && !rest.is_empty() => Ok((name.to_string(), rest)),
        _ => Err(format!(
            "expected the name of a pointer, `=` and a value, as in `{example}`"
        )),
    }
}

fn length(text: &str) -> Result<(String, String), String> {
    let (name, count) = named(text, "p=n")?;
    match count.parse::<u64>() {
        Ok(_) => Err(format!(
            "`{count}` is not a parameter; use --array for a fixed number"
        )),
        Err(_) => Ok((name, count.to_string())),
    }
}

fn array(text: &str) -> Result<(String, u64), String> {
    let (name, count) = named(text, "p=8")?;
    match count.parse() {
        Ok(count @ 1..=65_536) => Ok((name, count)),
        _ => Err(format!("`{count}` is not a number from 1 to 65536")),
    }
}

fn callback(text: &str) -> Result<(String, Callback), String> {
    let (name, functions) = named(text, "compare=by_name,by_date")?;
    let functions: Vec<String> = functions.split(',').map(str::to_string).collect();
    if functions.iter().any(String::is_empty) {
        return Err("a function name is missing before or after a comma".to_string());
    }
    if let [only] = functions.as_slice()
        && only == "any"
    {
        return Ok((name, Callback::Any));
    }
    match functions.iter().any(|name| name == "any") {
        true => Err("`any` cannot be combined with functions".to_string()),
        false => Ok((name, Callback::OneOf(functions))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<ShapeArgs, String> {
        ShapeArgs::from_words(&words.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn words_are_read_again() {
        let words = [
            "--non-null=p",
            "--non-null=p->next",
            "--length=q=n",
            "--array=r=8",
            "--callback=f=a.c:g,null",
            "--callback=h=any",
        ];
        let read = parse(&words).unwrap();
        assert_eq!(read.words(), words);
        let shapes = read.shapes().unwrap();
        assert_eq!(shapes.callbacks[1], ("h".to_string(), Callback::Any));
        assert_eq!(parse(&["--non-null=p,p->next"]).unwrap().non_null.len(), 2);
    }

    #[test]
    fn what_means_nothing_is_refused() {
        for word in [
            "--non-null=",
            "--length=p",
            "--length=p=4",
            "--length==n",
            "--array=p=0",
            "--array=p=n",
            "--array=p=65537",
            "--callback=f",
            "--callback=f=",
            "--callback=f=g,",
            "--callback=f=g,any",
        ] {
            assert!(parse(&[word]).is_err(), "{word}");
        }
        let twice = parse(&["--length=p=n", "--array=p=3"]).unwrap();
        assert!(twice.shapes().is_err());
        let twice = parse(&["--callback=f=g", "--callback=f=h"]).unwrap();
        assert!(twice.shapes().is_err());
    }
}
