//! Stores as points: how small against how fast.

use plotters::prelude::{BLACK, ChartBuilder, Circle, Color, EmptyElement, IntoFont, IntoLogRange, Text};

use super::{COLOURS, above, figure};
use crate::table::Figure;

/// Bytes per state, on a logarithmic scale, and million transitions per second.
pub fn scatter(points: &[(String, f64, f64)]) -> Figure {
    figure("stores", "Bytes per state and transitions per second of every store", |area| {
        // The bitstate stores have an array of fixed size, which says nothing about a state.
        let shown = || points.iter().filter(|(store, _, _)| !store.starts_with("bitstate"));
        let right = above(shown().map(|point| point.1)).max(20.0) * 1.6;
        let top = above(shown().map(|point| point.2)).max(0.1);
        let least = shown().map(|point| point.1).fold(right, f64::min);
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d((least * 0.8..right).log_scale(), 0.0..top)?;
        chart
            .configure_mesh()
            .light_line_style(BLACK.mix(0.0))
            .bold_line_style(BLACK.mix(0.12))
            .x_desc("bytes per state")
            .y_desc("million transitions/s")
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.1}"))
            .label_style(("sans-serif", 14).into_font())
            .draw()?;
        chart.draw_series(shown().map(|(store, size, speed)| {
            let colour = if store.starts_with("compact") { COLOURS[1] } else { COLOURS[0] };
            EmptyElement::at((*size, *speed))
                + Circle::new((0, 0), 5, colour.filled())
                + Text::new(store.clone(), (8, -7), ("sans-serif", 14).into_font())
        }))?;
        Ok(())
    })
}
