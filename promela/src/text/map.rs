//! The expanded text and the way back from it to the files.
//!
//! The text is a row of *pieces*, each copied from a region of a file, with inserted blanks and
//! separators between them. A piece knows by which road it came: through which macro call or include
//! (its *frame*), and through which call of an inline (its *call*). Frames and calls are trees with
//! parent links, so a piece costs a few words however deep the nesting is.
//!
//! ```text
//! piece ── frame ── macro ── macro ── include ── (main file)
//!   └───── call ─── inline ── inline ── (process body)
//! ```
//!
//! A place in a macro body is reported where the *outermost macro was called*, as Spin and C compilers
//! do, with a note on the body; a place in an inline is reported *in its body*, as Spin does, with a
//! note on the call.

use crate::source::{Position, Region, Sources, Span};

/// The road by which the preprocessor reached a token; zero is the main file itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct FrameId(pub(crate) u32);

/// The call of an inline that produced a token; zero means none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct CallId(pub(crate) u32);

/// Where the preprocessor took a token from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Provenance {
    pub(crate) region: Region,
    pub(crate) frame: FrameId,
}

/// One step of the preprocessor away from the main file.
#[derive(Clone, Debug)]
pub(crate) enum Frame {
    /// A call of the macro named by the text of the region.
    Macro { name: Region, call: Provenance },
    /// An `#include`.
    Include { directive: Provenance },
}

/// A call of an inline.
#[derive(Clone, Debug)]
pub(crate) struct InlineCall {
    pub(crate) name: String,
    pub(crate) site: Provenance,
    pub(crate) parent: CallId,
    /// The identifiers in its arguments.
    pub(crate) passed: Vec<String>,
}

/// A stretch of the expanded text that was copied from a file.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: u32,
    len: u32,
    provenance: Provenance,
    call: CallId,
}

impl Piece {
    fn end(&self) -> u32 {
        self.start + self.len
    }

    /// The part of the piece inside `span`; whole where the copy was not literal (a pasted token).
    fn clip(&self, span: Span) -> Provenance {
        let mut clipped = self.provenance;
        if clipped.region.end - clipped.region.start == self.len {
            let from = span.start.saturating_sub(self.start).min(self.len);
            let upto = self.end().saturating_sub(span.end).min(self.len - from);
            clipped.region.start += from;
            clipped.region.end -= upto;
        }
        clipped
    }
}

/// Pieces and frames; what is known about a text besides the text itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    pieces: Vec<Piece>,
    frames: Vec<Frame>,
    calls: Vec<InlineCall>,
}

impl Map {
    /// Enters a macro call or an include.
    pub(crate) fn add_frame(&mut self, frame: Frame) -> FrameId {
        self.frames.push(frame);
        FrameId(self.frames.len() as u32)
    }

    /// Enters an inline.
    pub(crate) fn add_call(&mut self, call: InlineCall) -> CallId {
        self.calls.push(call);
        CallId(self.calls.len() as u32)
    }

    pub(crate) fn frame(&self, id: FrameId) -> Option<&Frame> {
        self.frames.get((id.0 as usize).checked_sub(1)?)
    }

    fn call(&self, id: CallId) -> Option<&InlineCall> {
        self.calls.get((id.0 as usize).checked_sub(1)?)
    }

    /// Records that `len` bytes from `start` on are `provenance`.
    pub(crate) fn push(&mut self, start: usize, len: usize, provenance: Provenance) {
        self.pieces.push(Piece { start: start as u32, len: len as u32, provenance, call: CallId::default() });
    }

    /// An empty map that takes over the frames, to be filled with [`copy`](Self::copy).
    pub(crate) fn successor(&mut self) -> Self {
        Self {
            pieces: Vec::with_capacity(self.pieces.len()),
            frames: std::mem::take(&mut self.frames),
            calls: Vec::new(),
        }
    }

    /// Records that the bytes from `start` on are those of `span` in the text of `older`.
    pub(crate) fn copy(&mut self, older: &Self, span: Span, start: usize, call: CallId) {
        for piece in older.overlapping(span) {
            let from = piece.start.max(span.start);
            let upto = piece.end().min(span.end);
            self.pieces.push(Piece {
                start: start as u32 + (from - span.start),
                len: upto - from,
                provenance: piece.clip(span),
                call,
            });
        }
    }

    fn overlapping(&self, span: Span) -> &[Piece] {
        let from = self.pieces.partition_point(|p| p.end() <= span.start);
        let upto = self.pieces.partition_point(|p| p.start < span.end);
        &self.pieces[from..upto.max(from)]
    }

    /// The place of a span of the text this map describes.
    pub(crate) fn provenance(&self, span: Span) -> Option<Provenance> {
        let ends = self.ends(span)?;
        let mut place = ends.0.0;
        if place.frame == ends.1.0.frame {
            place.region = place.region.hull(ends.1.0.region);
        }
        Some(place)
    }

    /// First and last piece under a span; for inserted text the end of what stands before it.
    fn ends(&self, span: Span) -> Option<((Provenance, CallId), (Provenance, CallId))> {
        let under = self.overlapping(span);
        if let (Some(first), Some(last)) = (under.first(), under.last()) {
            return Some(((first.clip(span), first.call), (last.clip(span), last.call)));
        }
        let before = self.pieces.partition_point(|p| p.end() <= span.start);
        let mut place = self.pieces.get(before.saturating_sub(1)).copied()?;
        place.provenance.region = place.provenance.region.behind();
        Some(((place.provenance, place.call), (place.provenance, place.call)))
    }

    pub(crate) fn origin(&self, span: Span, sources: &Sources) -> Option<Origin> {
        let ((first, call), (last, last_call)) = self.ends(span)?;
        let mut origin = self.resolve(first, sources);
        if call == last_call && first != last {
            let end = self.resolve(last, sources);
            let same = first.frame == last.frame;
            origin.join(&end, same);
        }
        self.add_calls(&mut origin, call, sources);
        Some(origin)
    }

    /// Notes the calls of inlines that led to `origin`.
    pub(crate) fn add_calls(&self, origin: &mut Origin, call: CallId, sources: &Sources) {
        let mut call = call;
        while let Some(inline) = self.call(call) {
            let site = self.resolve(inline.site, sources);
            origin.expansion.push(Expansion {
                kind: ExpansionKind::Inline,
                name: inline.name.clone(),
                region: site.region,
                position: site.position,
            });
            call = inline.parent;
        }
    }

    /// Follows the frames of one place, leaving inlines aside.
    pub(crate) fn resolve(&self, place: Provenance, sources: &Sources) -> Origin {
        let mut expansion = Vec::new();
        let mut at = place;
        while let Some(Frame::Macro { name, call }) = self.frame(at.frame) {
            expansion.push(Expansion {
                kind: ExpansionKind::Macro,
                name: sources.text(*name).to_owned(),
                region: at.region,
                position: sources.position(at.region),
            });
            at = *call;
        }
        let region = at.region;
        while let Some(Frame::Include { directive }) = self.frame(at.frame) {
            at = *directive;
            expansion.push(Expansion {
                kind: ExpansionKind::Include,
                name: String::new(),
                region: at.region,
                position: sources.position(at.region),
            });
        }
        Origin { region, position: sources.position(region), expansion }
    }
}

/// What kind of road an [`Expansion`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpansionKind {
    /// The text stands in a macro body; the region is that text.
    Macro,
    /// The text stands in the body of an inline; the region is the call.
    Inline,
    /// The text stands in an included file; the region is the directive.
    Include,
}

/// One step between what the user wrote and the expanded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The kind of step.
    pub kind: ExpansionKind,
    /// Name of the macro or inline.
    pub name: String,
    /// See [`ExpansionKind`].
    pub region: Region,
    /// Where the region begins.
    pub position: Position,
}

/// The place of a piece of expanded text in the user's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The text to point at.
    pub region: Region,
    /// Where it begins.
    pub position: Position,
    /// How it came into the model, innermost step first; empty for text of the main file itself.
    pub expansion: Vec<Expansion>,
}

impl Origin {
    /// Widens to the hull with `end`. Macro notes survive only where both ends share the macro call.
    fn join(&mut self, end: &Self, same_frame: bool) {
        let region = self.region.hull(end.region);
        if region.start < self.region.start {
            self.position = end.position.clone();
        }
        self.region = region;
        if !same_frame {
            let is_macro = |step: &Expansion| step.kind == ExpansionKind::Macro;
            self.expansion.retain(|step| !is_macro(step));
        } else if let (Some(a), Some(b)) = (self.expansion.first_mut(), end.expansion.first())
            && a.kind == ExpansionKind::Macro
        {
            a.region = a.region.hull(b.region);
        }
    }
}

/// The text the parser reads, with the files it came from.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// The text, free of comments, directives, macros and inlines, its statements separated.
    pub text: String,
    /// Every file that was read.
    pub sources: Sources,
    pub(crate) map: Map,
}

impl Expanded {
    /// Where a span of the text comes from.
    #[must_use]
    pub fn origin(&self, span: Span) -> Origin {
        self.map.origin(span, &self.sources).unwrap_or_else(|| self.start_of_model())
    }

    /// Names that occur in the arguments of inlines.
    pub(crate) fn passed_to_inlines(&self) -> impl Iterator<Item = &str> {
        self.map.calls.iter().flat_map(|call| &call.passed).map(String::as_str)
    }

    /// An empty model has no pieces; its only place is the start of its main file.
    fn start_of_model(&self) -> Origin {
        let region = self.sources.main_start();
        Origin { region, position: self.sources.position(region), expansion: Vec::new() }
    }
}
