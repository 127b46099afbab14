//! The report: a Markdown file for every section, figures as SVG, and one page of HTML that needs nothing else.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

use crate::raw::{RawError, latest, read};
use crate::schedule::raw_path;
use crate::table::{Figure, Section, Table};
use crate::tables::section;

/// The sections of these experiments, from the raw rows in a folder.
pub fn sections(raw: &Path, experiments: &[&str]) -> Result<Vec<Section>, RawError> {
    let one = |experiment: &&str| Ok(section(experiment, latest(read(&raw_path(raw, experiment))?)));
    experiments.iter().map(one).collect()
}

/// Writes everything into a folder: `tables/`, `figures/` and `report.html`.
pub fn write(sections: &[Section], folder: &Path) -> io::Result<()> {
    let (tables, figures) = (folder.join("tables"), folder.join("figures"));
    fs::create_dir_all(&tables)?;
    fs::create_dir_all(&figures)?;
    for section in sections {
        fs::write(tables.join(format!("{}.md", section.id)), section.markdown())?;
        for figure in &section.figures {
            fs::write(figures.join(format!("{}.svg", figure.id)), &figure.svg)?;
        }
    }
    fs::write(folder.join("README.md"), overview(sections))?;
    fs::write(folder.join("report.html"), page(sections))
}

/// The findings of all sections, with links to their tables.
pub fn overview(sections: &[Section]) -> String {
    let mut out = String::from(
        "# The thesis reproduced, and its open questions\n\nMade by `scripts/reproduce` from the rows in `raw/`; \
         [report.html](report.html) has everything on one page. How and with which biases: \
         [docs/methodology.md](../../docs/methodology.md).\n",
    );
    for section in sections {
        let _ = write!(out, "\n## [{}](tables/{}.md)\n\n", section.title, section.id);
        for finding in &section.findings {
            let _ = writeln!(out, "- {finding}");
        }
    }
    out
}

const STYLE: &str = include_str!("report.css");

/// The page.
pub fn page(sections: &[Section]) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Incremental hashing: the thesis reproduced</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>Incremental hashing: the thesis reproduced</h1>\n\
         <p>Chapter 6 of V. Y. Nguyen, <i>Optimising techniques for model checkers</i> (University of Twente, 2007), measured \
         again with spinrs, and its seven open questions. Every figure and sentence is made from the raw rows by \
         <code>scripts/reproduce</code>.</p></header>\n<nav><ol>\n"
    );
    for section in sections {
        let _ = writeln!(out, "<li><a href=\"#{}\">{}</a></li>", section.id, escape(&section.title));
    }
    out += "</ol></nav>\n<main>\n";
    for section in sections {
        let _ = writeln!(out, "<section id=\"{}\">\n<h2>{}</h2>", section.id, escape(&section.title));
        for finding in &section.findings {
            let _ = writeln!(out, "<p class=\"finding\">{}</p>", inline(finding));
        }
        section.figures.iter().for_each(|figure| out += &drawn(figure));
        section.tables.iter().for_each(|table| out += &tabled(table));
        for note in &section.notes {
            let _ = writeln!(out, "<p class=\"note\">{}</p>", inline(note));
        }
        out += "</section>\n";
    }
    out + "</main>\n</body>\n</html>\n"
}

fn drawn(figure: &Figure) -> String {
    // Black is the colour of everything that is not a series: it follows the page's, light or dark.
    let svg = figure.svg.replace("#000000", "currentColor").replace("fill=\"#FFFFFF\"", "fill=\"none\"");
    let caption = escape(&figure.caption);
    format!("<figure><div class=\"scroll\">{svg}</div><figcaption>{caption}</figcaption></figure>\n")
}

fn tabled(table: &Table) -> String {
    let mut out = format!(
        "<p class=\"caption\">{}</p>\n<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>",
        inline(&table.caption)
    );
    for head in &table.head {
        let _ = write!(out, "<th scope=\"col\">{}</th>", inline(head));
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        out += "<tr>";
        for (place, cell) in row.iter().enumerate() {
            let tag = if place == 0 { "th scope=\"row\"" } else { "td" };
            let _ = write!(out, "<{tag}>{}</{}>", inline(cell), &tag[..2]);
        }
        out += "</tr>\n";
    }
    out + "</tbody></table></div>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text in which backticks mark code.
fn inline(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(n, part)| if n % 2 == 1 { format!("<code>{}</code>", escape(part)) } else { escape(part) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_nothing_else_and_escapes_what_it_shows() {
        let mut table = Table::new("With `code` & <signs>", &["model", "n"]);
        table.rows.push(vec!["<a>".to_owned(), "1".to_owned()]);
        let figure = Figure {
            id: "f".to_owned(),
            caption: "A figure".to_owned(),
            svg: "<svg><text fill=\"#000000\">x</text></svg>".to_owned(),
        };
        let section = Section {
            id: "s".to_owned(),
            title: "Title".to_owned(),
            tables: vec![table],
            figures: vec![figure],
            ..Section::default()
        };
        let page = page(&[section]);
        assert!(page.contains("<code>code</code> &amp; &lt;signs&gt;") && page.contains("&lt;a&gt;"));
        assert!(page.contains("fill=\"currentColor\"") && page.contains("name=\"viewport\""));
        for outside in ["http://", "https://", "src=", "<script"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
