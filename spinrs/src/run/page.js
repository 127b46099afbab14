"use strict";
// The page keeps one state and walks it along the steps; nothing is computed per step in advance, and only
// the rows that can be seen exist.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const element = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const ROW = 26, LEFT = 56, MARGIN = 12, CHARACTER = 6.2;
  const colour = (process) => "var(--p" + (process % 8) + ")";
  const deadlock = data.violation !== null && data.violation.kind === "invalid_end_state";
  const nSteps = data.steps.length;
  const statement = (step) => data.statements[step.s];
  const fullName = (item) => (item[1] === null ? item[0] : item[1] + ":" + item[0]);

  // A walk through the run: which processes exist when, and how messages travel.
  const lanes = [];            // per process number: the types it has had
  const alive = data.processes.slice();
  const typeOf = new Array(nSteps);
  const arrows = [];           // {from, to, channel, fields}: rows and words
  const noteLane = (process, type) => {
    const name = data.proctypes[type];
    (lanes[process] ||= []).includes(name) || lanes[process].push(name);
  };
  alive.forEach((type, process) => noteLane(process, type));
  data.steps.forEach((step, index) => {
    typeOf[index] = data.proctypes[alive[step.p]];
    for (const type of step.b || []) { noteLane(alive.length, type); alive.push(type); }
    alive.length -= (step.e || []).length;
    for (const [way, channel, fields, from] of step.m || []) {
      if (way === "received" && from && from <= index) {
        arrows.push({ from: from - 1, to: index, channel, fields });
      }
    }
  });

  // The state after `at` steps.
  const values = new Map(data.initial);
  let at = 0;
  let changed = new Map();
  const walk = (target) => {
    const apply = (item, value) => (value === null ? values.delete(item) : values.set(item, value));
    while (at < target) for (const [item, , now] of data.steps[at++].c || []) apply(item, now);
    while (target < at) for (const [item, before] of (data.steps[--at].c || []).slice().reverse()) apply(item, before);
    changed = new Map(at === 0 ? [] : (data.steps[at - 1].c || []).map(([item, before]) => [item, before]));
  };

  // The chart: rows and arrows, drawn for the part that shows.
  const chart = byId("chart"), canvas = byId("canvas"), rows = byId("rows"), svg = byId("arrows");
  let laneWidth = 60, textLeft = 0;
  const laneX = (process) => LEFT + laneWidth * process + laneWidth / 2;
  const measure = () => {
    const room = chart.clientWidth * (chart.clientWidth < 600 ? 0.45 : 0.5) - LEFT;
    laneWidth = Math.max(22, Math.min(120, room / Math.max(1, lanes.length)));
    textLeft = LEFT + laneWidth * lanes.length + MARGIN;
    canvas.style.height = ROW * nSteps + "px";
    const heads = byId("lanes");
    heads.replaceChildren();
    heads.style.width = canvas.style.width = Math.max(chart.clientWidth, textLeft + 420) + "px";
    lanes.forEach((types, process) => {
      const head = element("span", "", laneWidth < 44 ? process : process + " " + types.join("/"));
      head.title = "process " + process + " (" + types.join(", ") + ")";
      head.style.left = laneX(process) - laneWidth / 2 + 3 + "px";
      head.style.width = laneWidth - 6 + "px";
      head.style.color = colour(process);
      heads.append(head);
    });
  };
  const line = (x1, y1, x2, y2, stroke, extra) =>
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${stroke}" ${extra || ""}/>`;
  const escapeText = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
  const describe = (step) => {
    const parts = [];
    for (const [item, before, now] of step.c || []) {
      if (before !== null && now !== null) parts.push(fullName(data.items[item]) + "=" + now);
    }
    for (const text of step.o || []) parts.push(JSON.stringify(text));
    return parts.join("  ");
  };
  const draw = () => {
    const top = Math.max(0, chart.scrollTop - 40);
    const first = Math.max(0, Math.floor(top / ROW) - 8);
    const end = Math.min(nSteps, Math.ceil((top + chart.clientHeight) / ROW) + 8);
    const fragment = document.createDocumentFragment();
    const marks = [];
    lanes.forEach((_, process) => {
      marks.push(line(laneX(process), first * ROW, laneX(process), end * ROW, "var(--line)"));
    });
    for (let index = first; index < end; index++) {
      const step = data.steps[index];
      const row = element("div", "row");
      row.style.top = index * ROW + "px";
      row.dataset.step = index + 1;
      if (index + 1 === at) row.classList.add("here");
      if (hits.has(index)) row.classList.add("hit");
      // What has led into a deadlock is not wrong by itself.
      if (index + 1 === nSteps && data.violation && !deadlock) row.classList.add("error");
      row.append(element("b", "", index + 1));
      const code = element("code", "", statement(step)[2]);
      code.style.marginLeft = textLeft - LEFT + "px";
      code.title = "process " + step.p + " (" + typeOf[index] + "): " + statement(step)[2];
      row.append(code, element("i", "", describe(step)));
      fragment.append(row);
      const y = index * ROW + ROW / 2;
      marks.push(`<circle cx="${laneX(step.p)}" cy="${y}" r="4.5" fill="${colour(step.p)}"/>`);
    }
    for (const { from, to, channel, fields } of arrows) {
      if (end <= from || to < first) continue;
      const a = data.steps[from].p, b = data.steps[to].p;
      const y1 = from * ROW + ROW / 2, y2 = to * ROW + ROW / 2;
      const x1 = laneX(a), x2 = laneX(b);
      if (a === b) {
        const bend = x1 + Math.min(18, laneWidth / 3);
        marks.push(`<path d="M${x1} ${y1} C${bend} ${y1} ${bend} ${y2} ${x2 + 5} ${y2}" fill="none" stroke="${colour(a)}" marker-end="url(#head)"/>`);
      } else {
        const stop = x2 + (x1 < x2 ? -6 : 6);
        marks.push(line(x1, y1, stop, y2, colour(a), 'stroke-width="1.4" marker-end="url(#head)"'));
      }
      // A row sends one message at most, so labels in the row of their sender cannot meet.
      const room = Math.floor((a === b ? laneWidth - 24 : Math.abs(x2 - x1) - 16) / CHARACTER);
      if (4 < room) {
        const [x, anchor] = a === b ? [x1 + 18, "start"] : x1 < x2 ? [x1 + 8, "start"] : [x1 - 8, "end"];
        const full = channel + ": " + fields, text = full.length <= room ? full : fields;
        const label = text.length <= room ? text : text.slice(0, room - 1) + "\u2026";
        marks.push(`<text x="${x}" y="${y1 - 4}" text-anchor="${anchor}" font-size="11" fill="var(--fore)" stroke="var(--back)" stroke-width="3" paint-order="stroke">${escapeText(label)}</text>`);
      }
    }
    svg.setAttribute("width", textLeft);
    svg.setAttribute("height", ROW * nSteps);
    svg.innerHTML = '<defs><marker id="head" orient="auto" markerWidth="7" markerHeight="7" refX="5" refY="3"><path d="M0 0 L6 3 L0 6 z" fill="context-stroke"/></marker></defs>' + marks.join("");
    rows.replaceChildren(fragment);
  };

  // Source: all files, the present line marked.
  const lines = [];
  let marked = null, wrong = null;
  data.files.forEach((file, index) => {
    const box = element("div");
    box.append(element("div", "source-name", file.name));
    lines[index] = file.text.replace(/\n$/, "").split("\n").map((text, number) => {
      const made = element("div", "line");
      made.append(element("b", "", number + 1), element("span", "", text));
      box.append(made);
      return made;
    });
    byId("source").append(box);
  });
  const keepInView = (pane, inside) => {
    const a = pane.getBoundingClientRect(), b = inside.getBoundingClientRect();
    if (b.top < a.top + 20 || a.bottom - 20 < b.bottom) {
      pane.scrollTop += b.top - a.top - a.height / 2;
    }
  };
  const violated = () => {
    const file = data.files.findIndex((file) => file.name === data.violation.file);
    return (lines[file] || [])[data.violation.line - 1] || null;
  };
  const showSource = () => {
    if (marked) marked.classList.remove("here");
    if (wrong) wrong.classList.remove("wrong");
    wrong = at === nSteps && data.violation ? violated() : null;
    if (wrong) wrong.classList.add("wrong");
    // In the initial state the first step's line is as good as any.
    const step = data.steps[at === 0 ? 0 : at - 1];
    marked = null;
    if (!step) return;
    const [file, number] = statement(step);
    marked = lines[file][number] || null;
    if (!marked) return;
    if (at !== 0) marked.classList.add("here");
    keepInView(byId("source"), marked);
  };

  // Values: globals, then process by process.
  const showValues = () => {
    const groups = new Map();
    for (const [item, value] of values) {
      const owner = data.items[item][1];
      if (!groups.has(owner)) groups.set(owner, []);
      groups.get(owner).push([item, value]);
    }
    const body = element("tbody");
    const order = [...groups.keys()].sort((a, b) => (a === null ? -1 : a) - (b === null ? -1 : b));
    for (const owner of order) {
      const head = element("tr", "head");
      const cell = element("td", "", owner === null ? "globals" : "process " + owner + " (" + (lanes[owner] || []).join("/") + ")");
      cell.colSpan = 2;
      if (owner !== null) cell.style.color = colour(owner);
      head.append(cell);
      body.append(head);
      for (const [item, value] of groups.get(owner).sort((a, b) => a[0] - b[0])) {
        const row = element("tr");
        row.append(element("td", "", data.items[item][0]));
        const shown = element("td");
        if (changed.has(item)) {
          row.className = "changed";
          const before = changed.get(item);
          if (before !== null) shown.append(element("del", "", before), " ");
        }
        shown.append(value);
        row.append(shown);
        body.append(row);
      }
    }
    const table = element("table");
    table.append(body);
    const pane = byId("values"), scroll = pane.scrollTop;
    pane.replaceChildren(table);
    pane.scrollTop = scroll;
    const first = pane.querySelector("tr.changed");
    if (first) keepInView(pane, first);
  };

  const showDetails = () => {
    const list = element("dl");
    const add = (name, text) => list.append(element("dt", "", name), element("dd", "", text));
    if (at === 0) {
      add("state", "initial");
      add("keys", "\u2190 \u2192 one step, Home and End, / to search, n and N for the next and previous match");
    } else {
      const step = data.steps[at - 1];
      const [file, number, text] = statement(step);
      add("process", step.p + " (" + typeOf[at - 1] + ")");
      add("statement", text);
      add("place", data.files[file].name + ":" + (number + 1));
      for (const [way, channel, fields, from] of step.m || []) {
        add(way, channel + ": " + fields + (from ? " (sent in step " + from + ")" : ""));
      }
      for (const text of step.o || []) add("prints", text);
      for (const type of step.b || []) add("starts", data.proctypes[type]);
      for (const type of step.e || []) add("ends", data.proctypes[type]);
      if (at === nSteps && data.violation) add("error", data.violation.message);
    }
    if (at === nSteps) {
      for (const [process, type, place, text, mayStop] of data.stands) {
        add(process + " (" + type + ")", "is at " + place + "  " + text + (mayStop ? " (may stop here)" : ""));
      }
    }
    byId("details").replaceChildren(list);
  };

  const show = (target, scroll) => {
    target = Math.max(0, Math.min(nSteps, target));
    walk(target);
    byId("position").textContent = at + " / " + nSteps;
    byId("slider").value = at;
    if (scroll !== false) {
      const y = Math.max(0, at - 1) * ROW, room = chart.clientHeight - 40;
      if (y < chart.scrollTop || chart.scrollTop + room - ROW < y) chart.scrollTop = Math.max(0, y - room / 2);
    }
    draw();
    showSource();
    showValues();
    showDetails();
    try { history.replaceState(null, "", "#" + at); } catch { /* some viewers forbid it */ }
  };

  // Search: every step as one line of text, made when first needed.
  let hits = new Set(), hitList = [], texts = null;
  const stepText = (step, index) => {
    const parts = ["process " + step.p, typeOf[index], statement(step)[2]];
    for (const [item, before, now] of step.c || []) parts.push(fullName(data.items[item]) + ": " + before + " -> " + now);
    for (const [way, channel, fields] of step.m || []) parts.push(way + " " + channel + " " + fields);
    parts.push(...(step.o || []));
    return parts.join("\n").toLowerCase();
  };
  const search = (query) => {
    query = query.trim().toLowerCase();
    texts ||= data.steps.map(stepText);
    hitList = [];
    if (query !== "") texts.forEach((text, index) => text.includes(query) && hitList.push(index));
    hits = new Set(hitList);
    byId("matches").textContent = query === "" ? "" : hitList.length + " found";
    draw();
  };
  const toHit = (direction) => {
    if (hitList.length === 0) return;
    const here = at - 1;
    const ahead = direction > 0 ? hitList.find((index) => here < index) : hitList.findLast((index) => index < here);
    const chosen = ahead ?? (direction > 0 ? hitList[0] : hitList[hitList.length - 1]);
    byId("matches").textContent = hitList.indexOf(chosen) + 1 + " / " + hitList.length;
    show(chosen + 1);
  };

  byId("title").append(data.model + " ", element("small", "", data.origin + ", spinrs " + data.version));
  const violation = data.violation;
  byId("verdict").textContent = violation ? violation.message + " (" + violation.file + ":" + violation.line + ")" : data.reason || "no error";
  byId("verdict").classList.toggle("calm", !data.violation);
  byId("slider").max = byId("number").max = nSteps;
  byId("first").onclick = () => show(0);
  byId("back").onclick = () => show(at - 1);
  byId("forward").onclick = () => show(at + 1);
  byId("last").onclick = () => show(nSteps);
  byId("slider").oninput = (event) => show(Number(event.target.value));
  byId("number").onchange = () => show(Number(byId("number").value));
  byId("jump").onsubmit = (event) => { event.preventDefault(); show(Number(byId("number").value)); };
  byId("search").oninput = (event) => search(event.target.value);
  byId("find").onsubmit = (event) => { event.preventDefault(); toHit(1); };
  byId("previous").onclick = () => toHit(-1);
  rows.onclick = (event) => {
    const row = event.target.closest(".row");
    if (row) show(Number(row.dataset.step), false);
  };
  for (const tab of byId("tabs").children) {
    tab.onclick = () => {
      for (const other of byId("tabs").children) {
        other.classList.toggle("on", other === tab);
        other.setAttribute("aria-selected", other === tab);
      }
      for (const pane of document.querySelectorAll(".pane")) pane.classList.toggle("on", pane.id === tab.dataset.pane);
      showSource();
    };
  }
  let pending = false;
  chart.onscroll = () => {
    if (pending) return;
    pending = true;
    requestAnimationFrame(() => { pending = false; draw(); });
  };
  window.onresize = () => { measure(); draw(); };
  const page = () => Math.max(1, Math.floor(chart.clientHeight / ROW) - 2);
  const KEYS = {
    ArrowRight: () => show(at + 1), ArrowDown: () => show(at + 1), j: () => show(at + 1),
    ArrowLeft: () => show(at - 1), ArrowUp: () => show(at - 1), k: () => show(at - 1),
    PageDown: () => show(at + page()), PageUp: () => show(at - page()),
    Home: () => show(0), End: () => show(nSteps),
    "/": () => byId("search").focus(), n: () => toHit(1), N: () => toHit(-1),
  };
  document.onkeydown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const action = KEYS[event.key];
    if (action) { event.preventDefault(); action(); }
  };
  measure();
  const asked = Number(location.hash.slice(1));
  show(Number.isInteger(asked) && asked <= nSteps ? asked : 0);
})();
