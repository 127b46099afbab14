//! A simulation by hand: a list of steps, a prompt, and a few commands.
//!
//! Commands are lines, so that it works in a terminal, in an editor's shell and behind a pipe alike.

use super::Random;
use crate::commands::SimulateArgs;
use crate::exit;
use crate::run::text::{self, Columns};
use crate::run::{Place, Words};
use crate::style::Style;
use checker::simulation::Simulation;
use promela::exec::{Control, StepTaken};
use std::fmt::Write as _;
use std::io::{BufRead, IsTerminal, stdin, stdout};

const HELP: &str = "  N         take step N of the list         Enter     take the only step
  b [N]     go back one step, or N          r [N]     take one random step, or N
  g N       go to step N of this run        t         follow the trail, or go forth again
  v [NAME]  variables, all or some          c         channels and their messages
  p         where the processes stand       s         the steps so far
  l         the source around the place     h         this help
  q         quit
";

/// Lines of source shown on either side.
const CONTEXT: usize = 5;

/// Runs the simulation until the user quits; gives the exit status.
pub(super) fn run(
    args: &SimulateArgs,
    words: &Words<'_>,
    simulation: Simulation<'_>,
    steps: &[StepTaken],
) -> u8 {
    let mut session = Session {
        words,
        simulation,
        ahead: steps.to_vec(),
        random: Random::new(args.seed),
        style: Style::new(args.common.color, &stdout()),
    };
    let mut out = format!("{}: h shows the commands\n", args.model.display());
    session.menu(&mut out);
    loop {
        out += "> ";
        if !exit::print(&std::mem::take(&mut out)) {
            return exit::NOT_ANSWERED;
        }
        let mut line = String::new();
        match stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if !stdin().is_terminal() {
            // Nobody has seen what was read: without it the record of a session could not be followed.
            out = format!("{}\n", line.trim());
        }
        if !session.obey(line.trim(), &mut out) {
            break;
        }
    }
    exit::print("\n");
    exit::HOLDS
}

struct Session<'w, 'm, 'p> {
    words: &'w Words<'m>,
    simulation: Simulation<'p>,
    /// Steps that are known from here on: a trail, or what the user has gone back over.
    ahead: Vec<StepTaken>,
    random: Random,
    style: Style,
}

impl Session<'_, '_, '_> {
    /// Does what a line says; `false` ends the session.
    fn obey(&mut self, line: &str, out: &mut String) -> bool {
        let (command, rest) = match line.find(|c: char| c.is_whitespace()) {
            Some(at) => (&line[..at], line[at..].trim()),
            None => (line, ""),
        };
        let count = rest.parse::<usize>();
        let n_taken = self.simulation.taken().len();
        match (command, rest, count) {
            ("q" | "quit" | "exit", ..) => return false,
            ("h" | "help" | "?", ..) => out.push_str(HELP),
            ("b" | "back", "", _) => self.back_to(n_taken.saturating_sub(1), out),
            ("b" | "back", _, Ok(n)) => self.back_to(n_taken.saturating_sub(n), out),
            ("g" | "go", _, Ok(n)) if n <= n_taken => self.back_to(n, out),
            ("g" | "go", _, Ok(n)) => self.follow(n - n_taken, out),
            ("t" | "trail", "", _) => self.follow(usize::MAX, out),
            ("t" | "trail", _, Ok(n)) => self.follow(n, out),
            ("r" | "random", "", _) => self.random(1, out),
            ("r" | "random", _, Ok(n)) => self.random(n, out),
            ("v" | "variables", name, _) => self.variables(name, out),
            ("c" | "channels", ..) => self.channels(out),
            ("p" | "processes", ..) => self.processes(out),
            ("s" | "steps", ..) => self.steps(out),
            ("l" | "list", ..) => self.source(out),
            _ => self.choose(line, out),
        }
        true
    }

    fn choose(&mut self, line: &str, out: &mut String) {
        let enabled = self.simulation.enabled();
        let chosen = match (line, &enabled[..]) {
            ("", [only]) => Some(*only),
            _ => line.parse::<usize>().ok().and_then(|n| enabled.get(n.checked_sub(1)?).copied()),
        };
        match chosen {
            Some(step) => {
                self.ahead.clear();
                self.take(step, out);
                self.menu(out);
            }
            None if enabled.is_empty() => out.push_str("no step can be taken; b goes back, q quits\n"),
            None => {
                let _ =
                    writeln!(out, "a number from 1 to {} or a command is expected; h helps", enabled.len());
            }
        }
    }

    /// Takes a step and shows it.
    fn take(&mut self, step: StepTaken, out: &mut String) -> bool {
        let number = self.simulation.taken().len() + 1;
        match self.simulation.take(step) {
            Ok(step) => {
                let columns = Columns::for_numbers_to(number);
                let _ = text::write_step(out, &self.words.step(number, step), columns, self.style);
                true
            }
            Err(_) => {
                out.push_str("this step cannot be taken here\n");
                false
            }
        }
    }

    fn back_to(&mut self, n_steps: usize, out: &mut String) {
        let gone: Vec<_> = self.simulation.taken()[n_steps..].to_vec();
        self.ahead.splice(0..0, gone);
        self.simulation.back_to(n_steps);
        let _ = match n_steps {
            0 => writeln!(out, "in the initial state"),
            n => writeln!(out, "after step {n}"),
        };
        self.menu(out);
    }

    fn follow(&mut self, n_steps: usize, out: &mut String) {
        let n_steps = n_steps.min(self.ahead.len());
        if n_steps == 0 {
            out.push_str("no further step is known\n");
        }
        let steps: Vec<_> = self.ahead.drain(..n_steps).collect();
        for step in steps {
            if !self.take(step, out) {
                self.ahead.clear();
                break;
            }
        }
        self.menu(out);
    }

    fn random(&mut self, n_steps: usize, out: &mut String) {
        self.ahead.clear();
        for _ in 0..n_steps {
            let Some(step) = self.random.choose(&self.simulation.enabled()) else { break };
            if !self.take(step, out) || !self.simulation.violations().is_empty() {
                break;
            }
        }
        self.menu(out);
    }

    /// What is wrong, whose turn it is, and the steps that can be taken.
    fn menu(&mut self, out: &mut String) {
        for problem in self.simulation.problems() {
            let end = self.words.end(problem);
            let _ = writeln!(out, "{} ({}:{})", self.style.bad(&end.message), end.file, end.line);
        }
        let enabled = self.simulation.enabled();
        let turn = match self.simulation.control() {
            Control::Atomic(owner) if enabled.iter().all(|step| step.process == owner) => {
                format!(", process {owner} is in an atomic sequence")
            }
            Control::Offered(sender) => format!(", process {sender} waits for a partner"),
            _ => String::new(),
        };
        let _ = match enabled.len() {
            0 => writeln!(out, "\nno step can be taken{turn}"),
            _ => writeln!(out, "\nsteps{turn}"),
        };
        let options: Vec<_> = enabled.iter().map(|&step| self.words.option(&self.simulation, step)).collect();
        let mut columns = Columns::for_numbers_to(999);
        options.iter().for_each(|o| columns.fit(o.process, &o.proctype, &o.file, o.line));
        for (index, Place { process, proctype, file, line, statement, .. }) in options.iter().enumerate() {
            let head = columns.head(index + 1, (*process, proctype, file, *line), self.style);
            let _ = writeln!(out, "{head}  {statement}");
        }
    }

    fn variables(&self, name: &str, out: &mut String) {
        let mut state = self.words.state(&self.simulation);
        state.variables.retain(|item| item.name.contains(name));
        state.channels.clear();
        if state.variables.is_empty() {
            out.push_str("no such variable\n");
        }
        let _ = text::write_state(out, &state, self.style);
    }

    fn channels(&self, out: &mut String) {
        let mut state = self.words.state(&self.simulation);
        state.variables.clear();
        if state.channels.is_empty() {
            out.push_str("no channel with a buffer\n");
        }
        let _ = text::write_state(out, &state, self.style);
    }

    fn processes(&self, out: &mut String) {
        for place in self.words.places(&self.simulation.standings()) {
            let _ = text::write_place(out, &place, self.style);
        }
    }

    fn steps(&self, out: &mut String) {
        let program = self.words.program;
        for (index, step) in self.simulation.taken().iter().enumerate() {
            let statement = program.edges[step.edge.index()].statement;
            let place = self.words.wording.place(program.statements[statement as usize].span);
            let who = self.style.lane(step.process, &format!("process {}", step.process));
            let text = self.words.wording.step(program, statement);
            let _ = writeln!(out, "{:>3}  {who}  {}:{}  {text}", index + 1, place.file, place.line);
        }
    }

    /// The source around the statement executed last, or the first that can be.
    fn source(&mut self, out: &mut String) {
        let edge = match self.simulation.taken().last() {
            Some(step) => Some(step.edge),
            None => self.simulation.enabled().first().map(|step| step.edge),
        };
        let Some(edge) = edge else { return };
        let program = self.words.program;
        let span = program.statements[program.edges[edge.index()].statement as usize].span;
        let (name, lines, at) = self.words.wording.source(span);
        let _ = writeln!(out, "{name}");
        let first = at.saturating_sub(CONTEXT);
        for (index, line) in lines.lines().enumerate().skip(first).take(2 * CONTEXT + 1) {
            let mark = if index == at { "*" } else { " " };
            let line = if index == at { self.style.strong(line) } else { line.to_owned() };
            let _ = writeln!(out, "{mark}{:>4}  {line}", index + 1);
        }
    }
}
