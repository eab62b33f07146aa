//! Pictures of ratios and of growth, as SVG for light and dark backgrounds.

use anyhow::Result;
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::measurement::Measurement;
use crate::peers::REFERENCE;

/// The colour of letters and axes; [`DARK`] inverts it.
const INK: RGBColor = RGBColor(0x1f, 0x23, 0x28);

/// The colour of grid lines.
const MESH: RGBColor = RGBColor(0xd0, 0xd7, 0xde);

/// Colours that colour-blind people can distinguish on both backgrounds (Okabe and Ito).
const COLOURS: [RGBColor; 3] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
];

/// The style sheet for a dark background.
const DARK: &str = "<style>@media (prefers-color-scheme: dark) {\
    [fill=\"#1F2328\"] { fill: #e6edf3 } [stroke=\"#1F2328\"] { stroke: #e6edf3 } \
    [stroke=\"#D0D7DE\"] { stroke: #30363d } }</style>\n";

const FONT: &str = "sans-serif";

/// A curve of time against length.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The index of its group.
    pub group: usize,
    /// The points: octets and nanoseconds.
    pub points: Vec<(f64, f64)>,
}

/// Draws the ratios to the reference: a row for each peer, the fastest first, and a dot for each
/// corpus.
///
/// # Errors
///
/// Returns the errors of the drawing library.
pub fn ratios(processor: &str, measurement: &Measurement) -> Result<String> {
    let corpora = &measurement.corpora;
    let mut rows: Vec<(&str, Vec<f64>)> = Vec::new();
    for peer in &corpora[0].peers {
        let ratios = corpora.iter().map(|corpus| {
            corpus
                .peer(&peer.name)
                .cost
                .ratio(&corpus.peer(REFERENCE).cost)
        });
        rows.push((&peer.name, ratios.collect()));
    }
    rows.sort_by(|(_, one), (_, other)| other[0].total_cmp(&one[0]));
    let names: Vec<&str> = rows.iter().map(|(name, _)| *name).collect();
    let all = rows.iter().flat_map(|(_, ratios)| ratios.iter().copied());
    let (least, most) = bounds(all);
    let caption = format!("Time for a URL, {REFERENCE} = 1 ({processor})");
    draw((860, 520), |area| {
        let mut chart = ChartBuilder::on(area)
            .caption(caption, (FONT, 18, &INK))
            .margin(12)
            .set_label_area_size(LabelAreaPosition::Left, 220)
            .set_label_area_size(LabelAreaPosition::Bottom, 36)
            .build_cartesian_2d((least..most).log_scale(), (0..names.len()).into_segmented())?;
        let name = |value: &SegmentValue<usize>| match value {
            SegmentValue::CenterOf(place) => names.get(*place).copied().unwrap_or_default().into(),
            _ => String::new(),
        };
        chart
            .configure_mesh()
            .x_label_formatter(&ToString::to_string)
            .y_label_formatter(&name)
            .y_labels(names.len())
            .axis_style(INK)
            .bold_line_style(MESH)
            .light_line_style(TRANSPARENT)
            .label_style((FONT, 14, &INK))
            .draw()?;
        for (group, corpus) in corpora.iter().enumerate() {
            let shift = [-6, 0, 6][group % 3];
            let dots = rows.iter().enumerate().map(|(place, (_, ratios))| {
                EmptyElement::at((ratios[group], SegmentValue::CenterOf(place)))
                    + Circle::new((0, shift), 4, COLOURS[group % 3].filled())
            });
            chart
                .draw_series(dots)?
                .label(&corpus.name)
                .legend(move |(x, y)| Circle::new((x + 10, y), 4, COLOURS[group % 3].filled()));
        }
        legend(&mut chart, SeriesLabelPosition::LowerLeft)
    })
}

/// Draws time against length, both logarithmic, in the colour of each curve's group.
///
/// # Errors
///
/// Returns the errors of the drawing library.
pub fn growth(groups: &[&str], curves: &[Curve]) -> Result<String> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let (shortest, longest) = bounds(points().map(|(length, _)| *length));
    let (least, most) = bounds(points().map(|(_, time)| *time));
    draw((860, 560), |area| {
        let mut chart = ChartBuilder::on(area)
            .caption("Time against length", (FONT, 18, &INK))
            .margin(12)
            .set_label_area_size(LabelAreaPosition::Left, 90)
            .set_label_area_size(LabelAreaPosition::Bottom, 50)
            .build_cartesian_2d((shortest..longest).log_scale(), (least..most).log_scale())?;
        chart
            .configure_mesh()
            .x_desc("octets")
            .x_label_formatter(&|octets| with_unit(*octets, ["B", "kB", "MB", "GB"]))
            .y_label_formatter(&|time| with_unit(*time, ["ns", "µs", "ms", "s"]))
            .axis_style(INK)
            .bold_line_style(MESH)
            .light_line_style(TRANSPARENT)
            .label_style((FONT, 14, &INK))
            .draw()?;
        for (group, name) in groups.iter().enumerate() {
            let colour = COLOURS[group % 3];
            let mut of_group = curves
                .iter()
                .filter(|curve| curve.group == group)
                .peekable();
            while let Some(curve) = of_group.next() {
                let line = LineSeries::new(curve.points.iter().copied(), colour.mix(0.7));
                let drawn = chart.draw_series(line)?;
                if of_group.peek().is_none() {
                    drawn.label(*name).legend(move |(x, y)| {
                        PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2))
                    });
                }
            }
        }
        legend(&mut chart, SeriesLabelPosition::UpperLeft)
    })
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw(size: (u32, u32), on: impl FnOnce(&Area) -> Result<()>) -> Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        on(&area)?;
        area.present()?;
    }
    let (opening, rest) = svg.split_once(">\n").unwrap_or((&svg, ""));
    Ok(format!("{opening}>\n{DARK}{}\n", rest.trim_end()))
}

fn legend<'a, X, Y>(
    chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>,
    position: SeriesLabelPosition,
) -> Result<()>
where
    X: Ranged,
    Y: Ranged,
{
    chart
        .configure_series_labels()
        .position(position)
        .label_font((FONT, 14, &INK))
        .draw()?;
    Ok(())
}

/// Returns the bounds of an axis with a margin around the values.
fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (least, most) = values.fold((f64::INFINITY, 0.0_f64), |(least, most), value| {
        (least.min(value), most.max(value))
    });
    (least / 1.3, most * 1.3)
}

/// Formats a value with the unit that keeps it short. Each unit is 1,000 of the one before.
fn with_unit(value: f64, units: [&str; 4]) -> String {
    let mut value = value;
    let mut units = units.iter();
    let mut unit = units.next();
    while value >= 1_000.0 && units.len() > 0 {
        value /= 1_000.0;
        unit = units.next();
    }
    format!("{value} {}", unit.copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_unit_that_keeps_them_short() {
        let units = ["ns", "µs", "ms", "s"];
        assert_eq!(with_unit(1.0, units), "1 ns");
        assert_eq!(with_unit(10_000.0, units), "10 µs");
        assert_eq!(with_unit(1e13, units), "10000 s");
    }

    #[test]
    fn a_picture_is_svg_with_a_style_for_dark_ground() {
        let points = vec![(1.0, 10.0), (10.0, 100.0)];
        let svg = growth(&["valid"], &[Curve { group: 0, points }]).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(
            svg.contains(DARK) && svg.contains("#1F2328") && svg.contains(">\nvalid\n<"),
            "{svg}"
        );
    }
}
