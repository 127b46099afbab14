//! A state as people see it: names and values instead of words.

use hashing::{DigestPolicy, StateVector};
use promela::exec::Interpreter;
use promela::ir::{ChannelKindId, Display, ProctypeId, Program, Variable};

/// The values of all variables and the contents of all channels in one state.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Values of the global variables, in the order of [`Program::variables`].
    globals: Vec<i32>,
    pub(crate) processes: Vec<Process>,
    pub(crate) channels: Vec<Channel>,
}

#[derive(Clone, Debug)]
pub(crate) struct Process {
    pub(crate) proctype: ProctypeId,
    /// Values of its variables, in the same order.
    locals: Vec<i32>,
}

/// A channel and the messages in it.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    name: String,
    /// The process that it belongs to.
    process: Option<u32>,
    kind: ChannelKindId,
    pub(crate) contents: Vec<Vec<i32>>,
}

/// A variable or channel with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// Whose it is; `None` for globals.
    pub process: Option<u32>,
    /// Its value in the notation of the language; the messages of a channel, oldest first.
    pub value: String,
}

/// A variable or channel with another value than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// Whose it is; `None` for globals.
    pub process: Option<u32>,
    /// Before the step.
    pub old: String,
    /// After it.
    pub new: String,
}

fn of(program: &Program, proctype: Option<ProctypeId>) -> impl Iterator<Item = &Variable> {
    program.variables.iter().filter(move |variable| variable.proctype == proctype)
}

impl Picture {
    /// The state in a vector.
    pub fn take<P: DigestPolicy>(
        program: &Program,
        engine: &Interpreter<'_, P>,
        vector: &StateVector<P>,
    ) -> Self {
        let mut names = Vec::new();
        let mut add = |process, list: &[String], kinds: &[(ChannelKindId, u32)]| {
            let named = list.iter().zip(kinds).map(|(name, &(kind, _))| (name.clone(), process, kind));
            names.extend(named);
        };
        add(None, &program.channel_names, &program.channels);
        let mut processes = Vec::new();
        for process in 0..engine.n_processes() as u32 {
            let proctype = program.locations[engine.location(vector, process).index()].proctype;
            let locals = of(program, Some(proctype)).map(|v| engine.value(vector, v, process)).collect();
            processes.push(Process { proctype, locals });
            let proctype = &program.proctypes[proctype.index()];
            add(Some(process), &proctype.channel_names, &proctype.channels);
        }
        let channel = |((name, process, kind), contents)| Channel { name, process, kind, contents };
        Self {
            globals: of(program, None).map(|v| engine.value(vector, v, 0)).collect(),
            processes,
            channels: names.into_iter().zip(engine.channels(vector)).map(channel).collect(),
        }
    }

    /// All variables: the globals, then process by process.
    pub fn variables(&self, program: &Program) -> Vec<Item> {
        let mut items = Vec::new();
        let mut add = |process, proctype, values: &[i32]| {
            for (variable, &value) in of(program, proctype).zip(values) {
                let value = self.show(program, variable.display, value);
                items.push(Item { name: variable.name.clone(), process, value });
            }
        };
        add(None, None, &self.globals);
        for (process, Process { proctype, locals }) in self.processes.iter().enumerate() {
            add(Some(process as u32), Some(*proctype), locals);
        }
        items
    }

    /// All channels that hold messages, in order of creation, and what they hold.
    pub fn channels(&self, program: &Program) -> Vec<Item> {
        let buffers = self.channels.iter().filter(|c| 0 < program.channel_kinds[c.kind.index()].capacity);
        let item = |channel: &Channel| Item {
            name: channel.name.clone(),
            process: channel.process,
            value: self.messages(program, channel),
        };
        buffers.map(item).collect()
    }

    /// What belongs to the processes with these numbers: variables and channels.
    pub(crate) fn belongings(&self, program: &Program, processes: std::ops::Range<usize>) -> Vec<Item> {
        if processes.is_empty() {
            return Vec::new();
        }
        let mut items = self.variables(program);
        items.extend(self.channels(program));
        items.retain(|item| item.process.is_some_and(|process| processes.contains(&(process as usize))));
        items
    }

    /// The name of a channel, with its owner if it has one.
    pub(crate) fn channel_name(&self, number: i32) -> String {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        match index.and_then(|index| self.channels.get(index)) {
            Some(Channel { name, process: None, .. }) => name.clone(),
            Some(Channel { name, process: Some(process), .. }) => format!("{process}:{name}"),
            None => number.to_string(),
        }
    }

    fn show(&self, program: &Program, display: Display, value: i32) -> String {
        match display {
            Display::Number => value.to_string(),
            Display::Channel => self.channel_name(value),
            Display::Symbol(set) => {
                let constants = program.mtypes.get(set as usize).map_or(&[][..], |set| &set.constants);
                let name = constants.iter().find(|(_, v)| *v == value).map(|(name, _)| name.clone());
                name.unwrap_or_else(|| value.to_string())
            }
        }
    }

    /// The fields of a message in a channel with this number.
    pub(crate) fn fields(&self, program: &Program, number: i32, message: &[i32]) -> Vec<String> {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        match index.and_then(|index| self.channels.get(index)) {
            Some(channel) => self.show_fields(program, channel.kind, message),
            None => message.iter().map(i32::to_string).collect(),
        }
    }

    fn show_fields(&self, program: &Program, kind: ChannelKindId, message: &[i32]) -> Vec<String> {
        let displays = &program.channel_kinds[kind.index()].displays;
        let shown = message.iter().zip(displays).map(|(&value, &display)| self.show(program, display, value));
        shown.collect()
    }

    /// The contents of a channel, as `[1,2] [3,4]`.
    fn messages(&self, program: &Program, channel: &Channel) -> String {
        if channel.contents.is_empty() {
            return "empty".to_owned();
        }
        let message =
            |fields: &Vec<i32>| format!("[{}]", self.show_fields(program, channel.kind, fields).join(","));
        channel.contents.iter().map(message).collect::<Vec<_>>().join(" ")
    }

    /// What is different in `after`, as far as both have it.
    pub(crate) fn changes(&self, after: &Self, program: &Program) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut compare = |process, proctype, old: &[i32], new: &[i32]| {
            for ((variable, &old), &new) in of(program, proctype).zip(old).zip(new) {
                if old != new {
                    let name = variable.name.clone();
                    let old = self.show(program, variable.display, old);
                    let new = after.show(program, variable.display, new);
                    changes.push(Change { name, process, old, new });
                }
            }
        };
        compare(None, None, &self.globals, &after.globals);
        for (pid, (old, new)) in self.processes.iter().zip(&after.processes).enumerate() {
            compare(Some(pid as u32), Some(old.proctype), &old.locals, &new.locals);
        }
        for (old, new) in self.channels.iter().zip(&after.channels) {
            if old.contents != new.contents {
                changes.push(Change {
                    name: old.name.clone(),
                    process: old.process,
                    old: self.messages(program, old),
                    new: after.messages(program, new),
                });
            }
        }
        changes
    }
}
