//! The page of a run: its structure, and a real browser that steps, jumps and searches in it.

mod support;

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use support::{directory, installed, model, skip, spinrs_in};

const DESK: &str = "--window-size=1200,800";
const PHONE: &str = "--window-size=390,844";
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// For a browser to start, load a page and take some hundred steps in it, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page of a simulation with this many steps.
fn page(here: &Path, n_steps: usize) -> String {
    let steps = n_steps.to_string();
    let run = spinrs_in(here, &["simulate", &model("chatter.pml"), "--steps", &steps, "-o", "page.html"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(run.stdout, "written to page.html: open it in a browser\n");
    std::fs::read_to_string(here.join("page.html")).unwrap()
}

#[test]
fn the_page_needs_nothing_but_itself() {
    let text = page(&directory("page-structure"), 100);
    for foreign in ["http://", "https://", " src=", "@import", "url(//"] {
        assert!(!text.contains(foreign), "{foreign}");
    }
    assert!(text.contains("<meta name=\"viewport\""), "phones");
    assert!(!text.contains("{{"), "a place was left unfilled");
    let start = text.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let data = &text[start..start + text[start..].find("</script>").unwrap()];
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["steps"].as_array().unwrap().len(), 100);
    assert_eq!(data["files"][0]["text"], std::fs::read_to_string(model("chatter.pml")).unwrap());
    let n_statements = data["statements"].as_array().unwrap().len() as u64;
    assert!(data["steps"].as_array().unwrap().iter().all(|step| step["s"].as_u64().unwrap() < n_statements));
}

#[test]
fn a_model_cannot_break_out_of_the_page() {
    let here = directory("page-markup");
    std::fs::write(here.join("m.pml"), "init { printf(\"</script><b>&\\n\"); assert(false) }").unwrap();
    spinrs_in(&here, &["m.pml", "-q"]);
    let run = spinrs_in(&here, &["replay", "m.pml", "--format", "html"]);
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout.matches("</script>").count(), 2);
}

/// Runs a script in the page and gives what it returns.
fn drive(browser: &str, here: &Path, page: &str, window: &str, script: &str) -> Value {
    let driver = format!(
        "<script>(async () => {{
            const $ = (id) => document.getElementById(id);
            const key = (name) => document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: name, bubbles: true }}));
            const frame = () => new Promise((done) => setTimeout(done, 50));
            const row = () => document.querySelector('.row.here');
            const line = () => document.querySelector('.line.here').textContent;
            const report = {{}};
            try {{ {script} }} catch (error) {{ report.error = String(error); }}
            const out = document.createElement('pre');
            out.id = 'report';
            out.textContent = encodeURIComponent(JSON.stringify(report));
            document.body.replaceChildren(out);
        }})();</script></body>"
    );
    let file = here.join("driven.html");
    std::fs::write(&file, page.replace("</body>", &driver)).unwrap();
    let profile = format!("--user-data-dir={}", here.join("profile").display());
    let arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        window,
        "--virtual-time-budget=20000",
        "--dump-dom",
    ];
    let url = format!("file://{}", file.display());
    let begun = Instant::now();
    let output = Command::new(browser).args(arguments).arg(profile).arg(url).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let start = text.find("<pre id=\"report\">").unwrap_or_else(|| panic!("no report in\n{text}"));
    assert!(begun.elapsed() < PATIENCE, "the page took {:?}", begun.elapsed());
    let encoded = text[start + 17..].split('<').next().unwrap();
    let report: Value = serde_json::from_str(&decode(encoded)).unwrap();
    assert_eq!(report["error"], Value::Null);
    report
}

/// Undoes `encodeURIComponent`.
fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next().unwrap(), rest.next().unwrap()];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_browser_steps_jumps_and_searches_through_ten_thousand_steps() {
    let Some(browser) = installed(&BROWSERS) else {
        return skip("the page in a browser", "chromium");
    };
    let here = directory("page-browser");
    let page = page(&here, 10_000);
    let report = drive(
        browser,
        &here,
        &page,
        DESK,
        "report.start = $('position').textContent;
         report.initial = $('values').textContent;
         key('ArrowRight'); key('j'); key('ArrowLeft');
         report.stepped = $('position').textContent;
         report.code = row().querySelector('code').textContent;
         report.line = line();
         $('last').click();
         report.end = $('position').textContent;
         report.visible = row() !== null && row().getBoundingClientRect().top < innerHeight;
         await frame();
         report.n_rows = document.querySelectorAll('.row').length;
         report.n_arrows = document.querySelectorAll('#arrows line').length;
         $('number').value = 7777; $('jump').requestSubmit();
         report.jumped = $('position').textContent + ' ' + row().dataset.step;
         report.changed = document.querySelectorAll('tr.changed').length + document.querySelectorAll('dt').length;
         $('search').value = 'back?answer'; $('search').dispatchEvent(new Event('input'));
         report.found = $('matches').textContent;
         $('find').requestSubmit();
         report.match = row().querySelector('code').textContent;
         report.match_at = $('position').textContent;
         $('previous').click(); $('previous').click();
         report.match_before = $('position').textContent;
         $('slider').value = 5000; $('slider').dispatchEvent(new Event('input'));
         report.slid = $('position').textContent;
         for (let i = 0; i < 300; i++) key('ArrowRight');
         report.walked = $('position').textContent;
         key('Home');
         report.home = $('values').textContent;",
    );
    let text = |name: &str| report[name].as_str().unwrap_or_else(|| panic!("{name}: {report}")).to_owned();
    assert_eq!(text("start"), "0 / 10000");
    assert_eq!(text("stepped"), "1 / 10000");
    assert_eq!(text("code"), "there!request,number");
    assert!(text("line").contains("there!request,number"), "{report}");
    assert_eq!(text("end"), "10000 / 10000");
    assert_eq!(report["visible"], true);
    assert!(report["n_rows"].as_u64().unwrap() < 100, "only what shows is drawn: {report}");
    assert!(2 < report["n_arrows"].as_u64().unwrap(), "{report}");
    assert_eq!(text("jumped"), "7777 / 10000 7777");
    assert!(0 < report["changed"].as_u64().unwrap());
    assert!(text("found").ends_with(" found") && text("found") != "0 found", "{report}");
    assert_eq!(text("match"), "back?answer");
    assert_ne!(text("match_at"), "7777 / 10000");
    assert_ne!(text("match_before"), text("match_at"));
    assert_eq!(text("slid"), "5000 / 10000");
    assert_eq!(text("walked"), "5300 / 10000");
    assert_eq!(text("home"), text("initial"), "going back undoes every change");
}

#[test]
fn a_browser_shows_who_waits_for_what_in_a_deadlock_also_on_a_phone() {
    let Some(browser) = installed(&BROWSERS) else {
        return skip("the page of a deadlock in a browser", "chromium");
    };
    let here = directory("page-deadlock");
    spinrs_in(&here, &[&model("deadlock.pml"), "-q"]);
    spinrs_in(&here, &["replay", &model("deadlock.pml"), "-o", "page.html"]);
    let page = std::fs::read_to_string(here.join("page.html")).unwrap();
    for window in [DESK, PHONE] {
        let report = drive(
            browser,
            &here,
            &page,
            window,
            "key('End');
             report.verdict = $('verdict').textContent;
             report.details = $('details').textContent;
             report.wrong = document.querySelector('.line.wrong').textContent;
             report.red = document.querySelectorAll('.row.error').length;
             report.overflow = document.documentElement.scrollWidth - innerWidth;
             report.tabs = getComputedStyle($('tabs')).display;
             document.querySelector('[data-pane=details]').click();
             report.shown = getComputedStyle($('details')).display !== 'none';",
        );
        assert!(
            report["verdict"].as_str().unwrap().starts_with("invalid end state: process 0 (A)"),
            "{report}"
        );
        for stuck in ["0 (A)is at ", "1 (B)is at ", "(!(second))", "(!(first))"] {
            assert!(report["details"].as_str().unwrap().contains(stuck), "{stuck}: {report}");
        }
        assert!(report["wrong"].as_str().unwrap().contains("atomic { !second"), "{report}");
        assert_eq!((&report["red"], &report["shown"]), (&0.into(), &true.into()), "{report}");
        assert!(report["overflow"].as_i64().unwrap() <= 0, "{report}");
        assert_eq!(report["tabs"] == "flex", window == PHONE, "{report}");
    }
}
