//! Calls and returns along a chain, recursive ones included: there, the frames are made those that
//! the graph says, because it goes back to the start of the call that is repeated.

use super::graph::{EdgeKind, SectionId};
use super::walk::Walk;
use super::{Analysis, Obstacle};
use crate::state::{Frame, State};
use sheaf_ir::FuncId;
use std::rc::Rc;

impl Analysis<'_, '_> {
    /// Enters the function of a section that the next instruction calls, or returns to its caller.
    ///
    /// # Errors
    /// If the stepper does not.
    pub fn cross(
        &mut self,
        walk: &mut Walk,
        kind: EdgeKind,
        to: SectionId,
        depth: usize,
    ) -> Result<(), Obstacle> {
        if kind == EdgeKind::Resume {
            self.resume(walk, to);
        }
        let enters = matches!(kind, EdgeKind::Enter | EdgeKind::Repeat);
        let before = walk.state.clone();
        self.step(&mut walk.state);
        let expected = match enters {
            true => before.frames.len() + 1,
            false => before.frames.len() - 1,
        };
        let func = self.graph.sections[to].func;
        let now = &walk.state.frames;
        if now.len() != expected || now.last().is_none_or(|it| it.func != func) {
            if !enters || !self.graph.is_dynamic {
                return Err("a call that is not expressed".to_string());
            }
            walk.state = before;
            self.enter(&mut walk.state, func);
        }
        if kind == EdgeKind::Repeat {
            self.repeat(&mut walk.state, to);
        }
        let func = self.func(&walk.state);
        if enters {
            for param in &func.params {
                self.express(walk, *param, "value", depth);
            }
            return Ok(());
        }
        let point = walk.state.point();
        let call = point.inst as usize - 1;
        if let Some(result) = func.blocks[point.block].insts[call].result {
            self.express(walk, result, "value", depth);
        }
        Ok(())
    }

    /// Enters a function that the next instruction may call, with unknown arguments.
    fn enter(&self, state: &mut State, func: FuncId) {
        let program = self.graph.program;
        let caller = state.top_mut();
        let block = &program.module().funcs[caller.func].blocks[caller.block];
        let result = block.insts[caller.inst].result;
        caller.inst += 1;
        let frame = Frame::new(program, func, Vec::new(), result);
        state.frames.push(Rc::new(frame));
    }

    /// Makes a recursive call, which was just entered, that of the section where the function
    /// begins: it returns where that one does.
    fn repeat(&self, state: &mut State, first: SectionId) {
        let outer = self.graph.callers(first).count();
        let mut last = state.frames.split_off(outer);
        let result = last[0].result;
        if let Some(mut call) = last.pop() {
            Rc::make_mut(&mut call).result = result;
            state.frames.push(call);
        }
    }

    /// Makes the return that comes next one to a section behind a recursive call. Nothing is known
    /// of the locals there.
    fn resume(&self, walk: &mut Walk, to: SectionId) {
        let graph = self.graph;
        let outer = graph.callers(walk.section).count();
        let calls = graph.callers(to);
        let mut places: Vec<_> = calls.map(|it| (it, graph.sections[it].end + 1)).collect();
        places.reverse();
        places.push((to, graph.sections[to].start));
        let frames = &mut walk.state.frames;
        let Some(mut returning) = frames.pop() else {
            return;
        };
        let mut result = returning.result;
        for (section, inst) in places.into_iter().skip(outer) {
            let (func, block) = (graph.sections[section].func, graph.sections[section].block);
            let mut frame = Frame::new(graph.program, func, Vec::new(), result);
            (frame.block, frame.inst) = (block, inst);
            result = graph.func(section).blocks[block].insts[inst - 1].result;
            frames.push(Rc::new(frame));
        }
        Rc::make_mut(&mut returning).result = result;
        frames.push(returning);
    }
}
