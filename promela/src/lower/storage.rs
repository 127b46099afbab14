//! Gives every variable and channel its bits.

use super::{LowerError, Lowering, NumberWidth, Usage};
use crate::hir::{ChannelType, Initial, Model, Scalar, Scope, Type, Variable};
use crate::ir::{self, Area, ChannelKind, ChannelKindId, Display, Field, MessageField, Start, Target};
use crate::layout::{Extent, Packer, place_all, stride};
use crate::source::Span;

/// Where everything lives.
#[derive(Debug, Default)]
pub(super) struct Storage {
    pub(super) structures: Vec<StructureLayout>,
    pub(super) variables: Vec<Home>,
    pub(super) frames: Vec<Frame>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct StructureLayout {
    pub(super) bits: u32,
    /// First bit and stride of each field.
    pub(super) fields: Vec<(u32, u32)>,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug)]
pub(super) enum Home {
    /// First bit and stride within an area.
    Bits(Area, u32, u32),
    /// A channel or array of channels that is never reassigned: the number of the first.
    Channels(i32),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) words: u32,
    pub(super) parameters: Vec<Field>,
    pub(super) channels: Vec<(ChannelKindId, u32)>,
}

/// One scalar of a variable.
struct Leaf<'m> {
    name: String,
    bit: u32,
    scalar: Scalar,
    in_array: bool,
    initial: &'m Initial,
    /// Position in the array that the initialiser belongs to.
    position: usize,
}

/// Width and sign of a scalar. Spin keeps an array of bits as bytes, values above one included.
pub(super) fn shape(scalar: Scalar, in_array: bool, width: NumberWidth) -> (u8, bool) {
    match scalar {
        Scalar::Bit if in_array => (8, false),
        Scalar::Bit => (1, false),
        Scalar::Byte | Scalar::Mtype(_) => (8, false),
        Scalar::Pid | Scalar::Chan => (width.bits(), false),
        Scalar::Short => (16, true),
        Scalar::Int => (32, true),
        Scalar::Unsigned(bits) => (bits, false),
    }
}

/// How people want to see it.
fn display(scalar: Scalar) -> Display {
    match scalar {
        Scalar::Mtype(set) => Display::Symbol(set.0),
        Scalar::Chan => Display::Channel,
        _ => Display::Number,
    }
}

pub(super) fn field(bit: u32, (width, signed): (u8, bool)) -> Field {
    Field { slot: bit / 32, shift: (bit % 32) as u8, width, signed }
}

impl<'m> Lowering<'m> {
    pub(super) fn place_variables(&mut self, usage: &Usage) -> Result<(), LowerError> {
        for structure in &self.model.structures {
            let extents: Option<Vec<(Extent, u32)>> =
                structure.fields.iter().map(|f| self.extent(f.ty, f.length)).collect();
            let layout = extents.and_then(|extents| {
                let mut packer = Packer::default();
                let sizes: Vec<Extent> = extents.iter().map(|(e, _)| *e).collect();
                let places = place_all(&mut packer, &sizes)?;
                let strides = extents.iter().map(|(_, stride)| *stride);
                Some(StructureLayout {
                    bits: packer.bits(),
                    fields: places.into_iter().zip(strides).collect(),
                })
            });
            self.storage.structures.push(layout.ok_or(LowerError::TooLarge(Span::default()))?);
        }
        let default = Home::Bits(Area::Global, 0, 0);
        self.storage.variables = vec![default; self.model.variables.len()];
        self.program.has_timeout = usage.timeout;
        self.place_hidden()?;
        self.place_globals(usage)?;
        for index in 0..self.model.proctypes.len() {
            self.place_frame(index, usage)?;
        }
        Ok(())
    }

    /// Size of a variable or field, and the stride of its elements.
    fn extent(&self, ty: Type, length: Option<u32>) -> Option<(Extent, u32)> {
        match (ty, length) {
            (Type::Scalar(scalar), None) => {
                let bits = u32::from(shape(scalar, false, self.width).0);
                Some((Extent::scalar(bits), bits))
            }
            (Type::Scalar(scalar), Some(length)) => {
                let stride = stride(u32::from(shape(scalar, true, self.width).0));
                Some((Extent::array(stride, length)?, stride))
            }
            (Type::Structure(id), length) => {
                let stride = stride(self.storage.structures[id.0 as usize].bits);
                Some((Extent::array(stride, length.unwrap_or(1))?, stride))
            }
        }
    }

    fn place(
        &mut self,
        packer: &mut Packer,
        area: Area,
        variables: &[usize],
        channels: &[ChannelKindId],
    ) -> Result<Vec<u32>, LowerError> {
        let mut extents = Vec::new();
        let mut strides = Vec::new();
        for &index in variables {
            let Variable { ty, length, span, .. } = self.model.variables[index];
            let (extent, stride) = self.extent(ty, length).ok_or(LowerError::TooLarge(span))?;
            extents.push(extent);
            strides.push(stride);
        }
        for kind in channels {
            let bits = self.program.channel_kinds[kind.index()].bits;
            extents.push(Extent { bits, alignment: 32 });
        }
        let places = place_all(packer, &extents).ok_or(LowerError::TooLarge(Span::default()))?;
        for (i, &index) in variables.iter().enumerate() {
            self.storage.variables[index] = Home::Bits(area, places[i], strides[i]);
        }
        Ok(places[variables.len()..].to_vec())
    }

    fn place_hidden(&mut self) -> Result<(), LowerError> {
        let hidden: Vec<usize> = (0..self.model.variables.len()).filter(|&i| self.is_hidden(i)).collect();
        let mut packer = Packer::default();
        self.place(&mut packer, Area::Hidden, &hidden, &[])?;
        self.program.hidden_words = packer.words();
        Ok(())
    }

    /// Whether a variable is kept outside the state: because the model says so, or because it is a global
    /// number that nobody reads except to print it (Spin's option `-o2` switches that off).
    fn is_hidden(&self, index: usize) -> bool {
        let variable = &self.model.variables[index];
        let is_number = matches!(variable.ty, Type::Scalar(scalar) if scalar != Scalar::Chan);
        let never_read = is_number && variable.scope == Scope::Global && !variable.read;
        variable.hidden || self.hiding && never_read
    }

    fn place_globals(&mut self, usage: &Usage) -> Result<(), LowerError> {
        let mut packer = Packer::default();
        if usage.last {
            let bits = self.width.bits();
            let bit = packer.place(u32::from(bits), 1);
            self.program.last = Some(field(bit, (bits, false)));
        }
        let order = self.global_order();
        let mut kinds = Vec::new();
        let mut kept = Vec::new();
        for &index in &order {
            let variable = &self.model.variables[index];
            let first = kinds.len() as i32 + 1;
            self.add_channel_kinds(variable, &mut kinds)?;
            let fixed = matches!(variable.initial, Initial::Channel(_))
                && matches!(variable.ty, Type::Scalar(Scalar::Chan))
                && !usage.written[index];
            if fixed {
                self.storage.variables[index] = Home::Channels(first);
            } else if !self.is_hidden(index) {
                kept.push(index);
            }
        }
        let places = self.place(&mut packer, Area::Global, &kept, &kinds)?;
        self.program.channels = kinds.into_iter().zip(places).collect();
        self.program.global_words = packer.words();
        Ok(())
    }

    /// Globals in the order in which Spin initialises them: by type, then as declared.
    pub(super) fn global_order(&self) -> Vec<usize> {
        let rank = |variable: &Variable| match variable.ty {
            Type::Scalar(Scalar::Unsigned(_)) => 0,
            Type::Scalar(Scalar::Bit) => 1,
            Type::Scalar(Scalar::Byte | Scalar::Pid) => 2,
            Type::Scalar(Scalar::Chan) => 3,
            Type::Scalar(Scalar::Mtype(_)) => 4,
            Type::Scalar(Scalar::Short) => 5,
            Type::Scalar(Scalar::Int) => 6,
            Type::Structure(_) => 7,
        };
        let mut order: Vec<usize> = (0..self.model.variables.len())
            .filter(|&i| self.model.variables[i].scope == Scope::Global)
            .collect();
        order.sort_by_key(|&i| rank(&self.model.variables[i]));
        order
    }

    fn place_frame(&mut self, index: usize, usage: &Usage) -> Result<(), LowerError> {
        let proctype = &self.model.proctypes[index];
        let mut packer = Packer::default();
        packer.place(u32::from(self.program.location_bits), 1);
        if usage.priority {
            let bit = packer.place(8, 1);
            self.program.priority = Some(field(bit, (8, false)));
        }
        let mut kinds = Vec::new();
        let mut kept = Vec::new();
        for id in proctype.parameters.iter().chain(&proctype.locals) {
            let variable = &self.model.variables[id.0 as usize];
            self.add_channel_kinds(variable, &mut kinds)?;
            if !variable.hidden {
                kept.push(id.0 as usize);
            }
        }
        let places = self.place(&mut packer, Area::Frame, &kept, &kinds)?;
        let mut parameters = Vec::new();
        for id in &proctype.parameters {
            for leaf in self.leaves(id.0 as usize) {
                parameters.push(field(leaf.bit, shape(leaf.scalar, leaf.in_array, self.width)));
            }
        }
        self.storage.frames.push(Frame {
            words: packer.words(),
            parameters,
            channels: kinds.into_iter().zip(places).collect(),
        });
        Ok(())
    }

    /// Adds the channels a variable owns, in the order of their creation.
    fn add_channel_kinds(
        &mut self,
        variable: &'m Variable,
        kinds: &mut Vec<ChannelKindId>,
    ) -> Result<(), LowerError> {
        self.add_channels(variable.ty, variable.length, &variable.initial, kinds)
    }

    fn add_channels(
        &mut self,
        ty: Type,
        length: Option<u32>,
        initial: &'m Initial,
        kinds: &mut Vec<ChannelKindId>,
    ) -> Result<(), LowerError> {
        match (ty, initial) {
            (Type::Scalar(_), Initial::Channel(channel)) => {
                let kind = self.channel_kind(channel)?;
                kinds.extend(std::iter::repeat_n(kind, length.unwrap_or(1) as usize));
            }
            (Type::Structure(id), _) => {
                let model: &'m Model = self.model;
                let mut inner = Vec::new();
                for field in &model.structures[id.0 as usize].fields {
                    self.add_channels(field.ty, field.length, &field.initial, &mut inner)?;
                }
                for _ in 0..length.unwrap_or(1) {
                    kinds.extend_from_slice(&inner);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn channel_kind(&mut self, channel: &ChannelType) -> Result<ChannelKindId, LowerError> {
        let too_large = LowerError::TooLarge(channel.span);
        let mut message = Packer::default();
        // Spin keeps the only field of a message in a byte, values above one included, even if it is a bit.
        let alone = channel.fields.len() == 1;
        let shapes: Vec<(u8, bool)> =
            channel.fields.iter().map(|&scalar| shape(scalar, alone, self.width)).collect();
        let extents: Vec<Extent> =
            shapes.iter().map(|&(width, _)| Extent::scalar(u32::from(width))).collect();
        let bits = place_all(&mut message, &extents).ok_or(too_large.clone())?;
        let fields =
            bits.into_iter().zip(shapes).map(|(bit, (width, signed))| MessageField { bit, width, signed });
        let stride = stride(message.bits());
        let capacity = channel.capacity;
        let length_width = (u32::BITS - capacity.leading_zeros()) as u8;
        let mut packer = Packer::default();
        let mut places = vec![0, 0];
        if 0 < capacity {
            let buffer = Extent::array(stride, capacity).ok_or(too_large.clone())?;
            let length = Extent::scalar(u32::from(length_width));
            places = place_all(&mut packer, &[length, buffer]).ok_or(too_large)?;
        }
        self.program.has_rendezvous |= capacity == 0;
        self.program.channel_kinds.push(ChannelKind {
            capacity,
            bits: packer.bits(),
            length: places[0],
            length_width,
            messages: places[1],
            stride,
            fields: fields.collect(),
            displays: channel.fields.iter().map(|&scalar| display(scalar)).collect(),
        });
        Ok(ChannelKindId(self.program.channel_kinds.len() as u32 - 1))
    }

    /// The scalars of a variable that has bits of its own.
    fn leaves(&self, index: usize) -> Vec<Leaf<'m>> {
        let variable = &self.model.variables[index];
        let mut leaves = Vec::new();
        if let Home::Bits(_, bit, stride) = self.storage.variables[index] {
            let at = Leaf {
                name: variable.name.clone(),
                bit,
                scalar: Scalar::Bit,
                in_array: false,
                initial: &variable.initial,
                position: 0,
            };
            self.add_leaves(variable.ty, variable.length, stride, at, &mut leaves);
        }
        leaves
    }

    fn add_leaves(
        &self,
        ty: Type,
        length: Option<u32>,
        stride: u32,
        at: Leaf<'m>,
        leaves: &mut Vec<Leaf<'m>>,
    ) {
        for position in 0..length.unwrap_or(1) {
            let name = match length {
                Some(_) => format!("{}[{position}]", at.name),
                None => at.name.clone(),
            };
            let bit = at.bit + position * stride;
            match ty {
                Type::Scalar(scalar) => leaves.push(Leaf {
                    name,
                    bit,
                    scalar,
                    in_array: length.is_some(),
                    initial: at.initial,
                    position: position as usize,
                }),
                Type::Structure(id) => {
                    let layout = &self.storage.structures[id.0 as usize];
                    let fields = &self.model.structures[id.0 as usize].fields;
                    for (field, &(offset, stride)) in fields.iter().zip(&layout.fields) {
                        let inner = Leaf {
                            name: format!("{name}.{}", field.name),
                            bit: bit + offset,
                            scalar: Scalar::Bit,
                            in_array: false,
                            initial: &field.initial,
                            position: 0,
                        };
                        self.add_leaves(field.ty, field.length, stride, inner, leaves);
                    }
                }
            }
        }
    }

    /// How the given variables start, in the given order; also names their scalars for people.
    pub(super) fn start_variables(&mut self, variables: &[usize]) -> Result<Vec<Start>, LowerError> {
        let mut starts = Vec::new();
        for &index in variables {
            let variable = &self.model.variables[index];
            let proctype = match variable.scope {
                Scope::Global => None,
                Scope::Local(id) => Some(ir::ProctypeId(id.0)),
            };
            let area = match self.storage.variables[index] {
                Home::Bits(area, ..) => area,
                Home::Channels(_) => {
                    let n_channels = variable.length.unwrap_or(1) as usize;
                    starts.extend(std::iter::repeat_n(Start::Channel(Target::Nowhere), n_channels));
                    self.channel_names.extend((0..n_channels).map(|position| match variable.length {
                        Some(_) => format!("{}[{position}]", variable.name),
                        None => variable.name.clone(),
                    }));
                    continue;
                }
            };
            for leaf in self.leaves(index) {
                let place = field(leaf.bit, shape(leaf.scalar, leaf.in_array, self.width));
                let target = Target::Field(area, place);
                match leaf.initial {
                    Initial::Default => {}
                    Initial::Value(value) => {
                        let value = self.pure(value)?;
                        starts.push(Start::Value(target, value));
                    }
                    Initial::List(values) => {
                        let value = values.get(leaf.position).or(values.last()).copied().unwrap_or(0);
                        let value = self.constant(value);
                        starts.push(Start::Value(target, value));
                    }
                    Initial::Channel(_) => {
                        starts.push(Start::Channel(target));
                        self.channel_names.push(leaf.name.clone());
                    }
                }
                self.name_scalar(leaf, proctype, area);
            }
        }
        Ok(starts)
    }

    /// Names the scalars of parameters for people; their values come with the `run`.
    pub(super) fn name_parameters(&mut self, proctype: ir::ProctypeId) {
        for id in &self.model.proctypes[proctype.index()].parameters {
            for leaf in self.leaves(id.0 as usize) {
                self.name_scalar(leaf, Some(proctype), Area::Frame);
            }
        }
    }

    fn name_scalar(&mut self, leaf: Leaf<'_>, proctype: Option<ir::ProctypeId>, area: Area) {
        self.program.variables.push(ir::Variable {
            name: leaf.name,
            proctype,
            area,
            field: field(leaf.bit, shape(leaf.scalar, leaf.in_array, self.width)),
            display: display(leaf.scalar),
        });
    }

    pub(super) fn lower_globals(&mut self) -> Result<(), LowerError> {
        let order = self.global_order();
        self.program.globals = self.start_variables(&order)?;
        self.program.channel_names = std::mem::take(&mut self.channel_names);
        Ok(())
    }
}
