//! The `sheaf` program as users meet it: bad input, exit statuses, output in each form.

mod bad_input;
mod bad_options;
mod chains;
#[path = "../common/mod.rs"]
mod common;
mod entries;
mod findings;
mod flags;
mod index;
mod javascript;
mod learning;
mod loops;
mod merging;
mod missed;
mod mutations;
mod node;
mod output;
mod pages;
mod parked;
mod properties;
mod property;
mod reach;
mod reasons;
mod replay;
mod resume;
mod run;
mod seeds;
mod shared;
mod show;
mod solver;
mod subsumption;
mod suppressions;
mod tasks;
mod tree;
mod verdicts;
mod workers;
