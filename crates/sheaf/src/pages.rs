//! `sheaf man` and `sheaf completions`, generated from the table of options.

use crate::args::{CompletionsArgs, ManArgs, command};
use crate::error::{UserError, describe_io};
use crate::reference::markdown;
use clap::Command;
use std::io;
use std::path::Path;

/// The completions of a shell.
pub fn completions(args: &CompletionsArgs) -> String {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "sheaf", &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// The manual page of a command, or of all commands; with a folder, all pages are written there and
/// nothing is returned. With `--markdown`, the reference of all commands.
///
/// # Errors
/// When there is no such command, or the folder cannot be written.
pub fn man(args: &ManArgs) -> Result<String, UserError> {
    let unwritable = |folder: &Path, error: io::Error| {
        let message = format!("cannot be written: {}", describe_io(&error));
        UserError::new(folder.display(), message)
    };
    if args.markdown {
        return Ok(markdown());
    }
    let pages = commands();
    if let Some(folder) = &args.out {
        let write = |command: &Command| {
            let file = folder.join(format!("{}.1", page_name(command)));
            std::fs::write(file, page(command)?)
        };
        let written =
            std::fs::create_dir_all(folder).and_then(|()| pages.iter().try_for_each(write));
        return written
            .map(|()| String::new())
            .map_err(|error| unwritable(folder, error));
    }
    let name = match &args.command {
        Some(command) => format!("sheaf-{command}"),
        None => "sheaf".to_string(),
    };
    let found = pages.iter().find(|command| page_name(command) == name);
    let command = found.ok_or_else(|| UserError::new(&name, "there is no such command"))?;
    let text = page(command).map_err(|error| UserError::new(&name, describe_io(&error)))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The program and each of its commands.
fn commands() -> Vec<Command> {
    let mut program = command().disable_help_subcommand(true);
    program.build();
    let commands: Vec<Command> = program.get_subcommands().cloned().collect();
    [vec![program], commands].concat()
}

/// The name of a command's page.
fn page_name(command: &Command) -> &str {
    command
        .get_display_name()
        .unwrap_or_else(|| command.get_name())
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    Ok(text)
}
