//! Figures as SVG. Texts and lines are black where they carry no series, so that a page can give them its own colour.

pub mod gain;
pub mod profile;
pub mod stores;

use plotters::prelude::{IntoDrawingArea, RGBColor, SVGBackend};

use crate::table::Figure;

/// Width and height of every figure.
const SIZE: (u32, u32) = (760, 420);

/// Colours of series, told apart on light and dark grounds and by most who do not see all colours.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x88, 0x88, 0x88),
];

type Area<'a> = plotters::drawing::DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws a figure. Writing SVG into a string fails only if a chart is impossible, which leaves an empty figure.
fn figure(id: &str, caption: &str, draw: impl FnOnce(&Area<'_>) -> Drawn) -> Figure {
    let mut svg = String::new();
    let drawn = {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        draw(&area).and_then(|()| area.present().map_err(Into::into))
    };
    if drawn.is_err() {
        svg.clear();
    }
    Figure { id: id.to_owned(), caption: caption.to_owned(), svg }
}

/// A bound somewhat above the greatest value, so that nothing touches the frame.
fn above(values: impl Iterator<Item = f64>) -> f64 {
    values.filter(|v| v.is_finite()).fold(0.0, f64::max) * 1.08
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Estimate;

    #[test]
    fn figures_are_svg_with_their_labels_and_the_same_each_time() {
        let curve = |from: f64| {
            (1..5)
                .map(|i| (f64::from(i) * 100.0, Estimate { value: from / f64::from(i), low: 0.1, high: 1.0 }))
                .collect()
        };
        let lines: Vec<(&str, Vec<(f64, Estimate)>)> = vec![("first", curve(0.9)), ("second", curve(0.8))];
        let draw = || gain::curves("x", "Caption", &lines);
        let figure = draw();
        assert!(figure.svg.starts_with("<svg") && figure.svg.contains("second"));
        assert_eq!(figure, draw());
        assert!(gain::against_vector(&[(20.0, 0.9), (80.0, 0.7)]).svg.contains("<circle"));
        let bars = profile::bars(&["a", "b"], &[("x".to_owned(), [0.1; 7])]);
        assert!(bars.svg.contains("<rect"));
        let points = [("exact".to_owned(), 40.0, 2.0), ("tree".to_owned(), 9.0, 1.0)];
        assert!(stores::scatter(&points).svg.contains("exact"));
    }

    #[test]
    fn nothing_to_draw_is_no_crash() {
        assert!(!gain::curves("x", "Caption", &[]).svg.contains("NaN"));
        assert!(!stores::scatter(&[]).svg.contains("NaN"));
    }
}
