//! Functions that are branches of `if` in sloppy code: as if a block were around them (ECMA-262,
//! B.3.3).

use oxc_allocator::{Allocator, ArenaVec, TakeIn};
use oxc_ast::ast::{BlockStatement, IfStatement, Program, Statement};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::VisitMut;
use oxc_ast_visit::walk_mut::walk_if_statement;
use oxc_span::GetSpan;

/// Puts blocks around such functions. Says whether there are any.
pub fn wrap<'a>(allocator: &'a Allocator, program: &mut Program<'a>) -> bool {
    let builder = AstBuilder::new(allocator);
    let mut branches = Branches {
        builder,
        found: false,
    };
    branches.visit_program(program);
    branches.found
}

struct Branches<'a> {
    builder: AstBuilder<'a>,
    found: bool,
}

impl<'a> Branches<'a> {
    fn branch(&mut self, branch: &mut Statement<'a>) {
        if !matches!(branch, Statement::FunctionDeclaration(_)) {
            return;
        }
        self.found = true;
        let span = branch.span();
        let body = ArenaVec::from_value_in(branch.take_in(&self.builder), &self.builder);
        *branch = Statement::BlockStatement(BlockStatement::boxed(span, body, &self.builder));
    }
}

impl<'a> VisitMut<'a> for Branches<'a> {
    fn visit_if_statement(&mut self, it: &mut IfStatement<'a>) {
        self.branch(&mut it.consequent);
        if let Some(alternate) = &mut it.alternate {
            self.branch(alternate);
        }
        walk_if_statement(self, it);
    }
}
