//! Where the time goes: a bar for each configuration, cut into parts.

use plotters::prelude::{Color, IntoFont, Rectangle, Text};

use super::{COLOURS, SIZE, figure};
use crate::table::Figure;

/// Bars that are all as long, cut by the shares of their parts.
pub fn bars(parts: &[&str], shares: &[(String, [f64; 7])]) -> Figure {
    figure("profile", "Where the time goes, by engine, store and hash", |area| {
        let (left, right, top) = (220, SIZE.0 as i32 - 16, 44);
        let pitch = ((SIZE.1 as i32 - top - 12) / (shares.len() as i32).max(1)).min(40);
        let font = || ("sans-serif", 14).into_font();
        let mut x = left;
        for (part, colour) in parts.iter().zip(COLOURS) {
            area.draw(&Rectangle::new([(x, 16), (x + 12, 28)], colour.filled()))?;
            area.draw(&Text::new((*part).to_owned(), (x + 16, 15), font()))?;
            x += 28 + 7 * part.len() as i32;
        }
        for (row, (name, shares)) in shares.iter().enumerate() {
            let y = top + pitch * row as i32;
            area.draw(&Text::new(name.clone(), (8, y + pitch / 2 - 10), font()))?;
            let mut from = 0.0;
            for (share, colour) in shares.iter().zip(COLOURS) {
                let at = |share: f64| left + (f64::from(right - left) * share).round() as i32;
                let corners = [(at(from), y + 2), (at(from + share), y + pitch - 4)];
                area.draw(&Rectangle::new(corners, colour.filled()))?;
                from += share;
            }
        }
        Ok(())
    })
}
