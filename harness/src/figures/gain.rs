//! Relative times against the size of the vector: as curves, and as a cloud of models.

use plotters::prelude::{
    BLACK, ChartBuilder, Circle, Color, IntoFont, LineSeries, PathElement, SeriesLabelPosition,
};

use super::{COLOURS, Drawn, above, figure};
use crate::statistics::Estimate;
use crate::table::Figure;

/// Curves with their intervals; values below 100 % are gains.
pub fn curves(id: &str, caption: &str, lines: &[(&str, Vec<(f64, Estimate)>)]) -> Figure {
    figure(id, caption, |area| {
        let points = || lines.iter().flat_map(|(_, curve)| curve);
        let right = above(points().map(|(vector, _)| *vector)).max(1.0);
        let top = above(points().map(|(_, ratio)| ratio.high * 100.0)).max(108.0);
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..right, 0.0..top)?;
        chart
            .configure_mesh()
            .light_line_style(BLACK.mix(0.0))
            .bold_line_style(BLACK.mix(0.12))
            .x_desc("state vector (bytes)")
            .y_desc("time in % of Jenkins'")
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .label_style(("sans-serif", 14).into_font())
            .draw()?;
        chart.draw_series(LineSeries::new([(0.0, 100.0), (right, 100.0)], BLACK.mix(0.5)))?;
        for ((label, curve), colour) in lines.iter().zip(COLOURS.iter().cycle()) {
            let line = curve.iter().map(|(vector, ratio)| (*vector, ratio.value * 100.0));
            let series = chart.draw_series(LineSeries::new(line.clone(), colour.stroke_width(2)))?;
            series
                .label(*label)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
            chart.draw_series(line.map(|point| Circle::new(point, 3, colour.filled())))?;
            chart.draw_series(curve.iter().map(|(vector, ratio)| {
                let ends = [(*vector, ratio.low * 100.0), (*vector, ratio.high * 100.0)];
                PathElement::new(ends, colour.mix(0.6))
            }))?;
        }
        if !lines.is_empty() {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::LowerLeft)
                .label_font(("sans-serif", 14).into_font())
                .draw()?;
        }
        Ok(())
    })
}

/// Every model a point: relative time over the vector.
pub fn against_vector(models: &[(f64, f64)]) -> Figure {
    figure(
        "table-6.1",
        "Relative time of incremental hashing against the vector, model by model",
        |area| -> Drawn {
            let right = above(models.iter().map(|point| point.0)).max(1.0);
            let top = above(models.iter().map(|point| point.1 * 100.0)).max(108.0);
            let mut chart = ChartBuilder::on(area)
                .margin(12)
                .x_label_area_size(44)
                .y_label_area_size(56)
                .build_cartesian_2d(0.0..right, 0.0..top)?;
            chart
                .configure_mesh()
                .light_line_style(BLACK.mix(0.0))
                .bold_line_style(BLACK.mix(0.12))
                .x_desc("state vector (bytes)")
                .y_desc("time in % of Jenkins'")
                .x_label_formatter(&|x| format!("{x:.0}"))
                .y_label_formatter(&|y| format!("{y:.0}"))
                .label_style(("sans-serif", 14).into_font())
                .draw()?;
            chart.draw_series(LineSeries::new([(0.0, 100.0), (right, 100.0)], BLACK.mix(0.5)))?;
            let point = |&(vector, ratio): &(f64, f64)| {
                Circle::new((vector, ratio * 100.0), 4, COLOURS[0].mix(0.8).filled())
            };
            chart.draw_series(models.iter().map(point))?;
            Ok(())
        },
    )
}
