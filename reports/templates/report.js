"use strict";
const form = document.getElementById("filter");
const claims = [...document.querySelectorAll(".claim")];
const papers = claims.filter((claim) => !claim.id.includes("/ours-"));
const entries = [...document.querySelectorAll(".front [data-claim]")];
const blocks = [...document.querySelectorAll(".claims .group")];
const sections = [...document.querySelectorAll(".front, .claims")];
const graphs = [...document.querySelectorAll(".claims > .wide")];
const counts = [...document.querySelectorAll("[data-only]")];
const texts = new Map();

function text(claim) {
  if (!texts.has(claim)) {
    const own = [...claim.children].filter((part) => !part.matches(".kin"));
    texts.set(claim, [claim.id, ...own.map((part) => part.textContent)].join(" ").toLowerCase());
  }
  return texts.get(claim);
}

function filter() {
  const wanted = form.elements.text.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const boxes = [...form.querySelectorAll("input[name=verdict]")];
  const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const shown = new Set();
  for (const claim of claims) {
    const fits = verdicts.has(claim.dataset.verdict) &&
      wanted.every((word) => text(claim).includes(word));
    claim.hidden = !fits;
    if (fits) shown.add(claim.id);
  }
  for (const entry of entries) entry.hidden = !shown.has(entry.dataset.claim);
  for (const block of blocks) {
    let next = block.nextElementSibling;
    let empty = true;
    while (next && next.matches(".claim")) {
      empty = empty && next.hidden;
      next = next.nextElementSibling;
    }
    block.hidden = empty;
  }
  const whole = shown.size === claims.length;
  for (const section of sections) {
    const left = section.querySelector(".claim:not([hidden]), [data-claim]:not([hidden])");
    section.hidden = !whole && left === null;
  }
  for (const button of counts) {
    const own = button.closest(".front").id.replace("front", "claims");
    const of = [...document.getElementById(own).querySelectorAll(".claim:not([hidden])")];
    const some = of.filter((claim) =>
      claim.dataset.verdict === button.dataset.only && papers.includes(claim));
    button.firstElementChild.textContent = some.length;
  }
  for (const graph of graphs) graph.hidden = wanted.length > 0;
  const left = papers.filter((claim) => shown.has(claim.id));
  form.elements.count.value = `${left.length} of ${papers.length} claims`;
  document.getElementById("nothing").hidden = shown.size > 0;
}

// What is searched for stands in the address, so that it can be sent on.
function keep() {
  const off = [...form.querySelectorAll("input[name=verdict]:not(:checked)")];
  const asked = new URLSearchParams({ q: form.elements.text.value.trim() });
  for (const box of off) asked.append("not", box.value);
  const all = !asked.get("q") && off.length === 0;
  history.replaceState(null, "", all ? "#" : `#${asked}`);
}

function recall() {
  if (!location.hash.startsWith("#q=")) return false;
  const asked = new URLSearchParams(location.hash.slice(1));
  form.elements.text.value = asked.get("q");
  const off = new Set(asked.getAll("not"));
  for (const box of form.querySelectorAll("input[name=verdict]")) box.checked = !off.has(box.value);
  return true;
}

function reach(arrows, start, from, to) {
  const found = new Set([start]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const arrow of arrows) {
      if (found.has(arrow.dataset[from]) && !found.has(arrow.dataset[to])) {
        found.add(arrow.dataset[to]);
        grew = true;
      }
    }
  }
  return found;
}

function trace(graph, id) {
  const arrows = [...graph.querySelectorAll(".arrow")];
  graph.classList.toggle("traced", id !== null);
  if (id === null) return;
  const behind = reach(arrows, id, "to", "from");
  const ahead = reach(arrows, id, "from", "to");
  for (const node of graph.querySelectorAll(".node")) {
    node.classList.toggle("kin", behind.has(node.dataset.id) || ahead.has(node.dataset.id));
  }
  for (const arrow of arrows) {
    const { from, to } = arrow.dataset;
    arrow.classList.toggle("kin",
      (behind.has(from) && behind.has(to)) || (ahead.has(from) && ahead.has(to)));
  }
}

for (const graph of document.querySelectorAll(".graph")) {
  for (const node of graph.querySelectorAll(".node")) {
    for (const event of ["mouseenter", "focus"]) {
      node.addEventListener(event, () => trace(graph, node.dataset.id));
    }
    for (const event of ["mouseleave", "blur"]) {
      node.addEventListener(event, () => trace(graph, null));
    }
  }
}

// What lies above a target gets its true height only when it is first shown, so look again.
function settle(target, times) {
  target.scrollIntoView();
  if (times > 0) requestAnimationFrame(() => settle(target, times - 1));
}

function reveal() {
  const target = document.querySelector(":target");
  if (!target) return;
  form.querySelector("details").open = false;
  if (target.closest("[hidden]")) {
    form.reset();
    filter();
  }
  settle(target, 3);
}

function search() {
  const main = document.querySelector("main");
  const deep = main.getBoundingClientRect().top < 0;
  filter();
  keep();
  const hit = form.elements.text.value.trim() ? claims.find((claim) => !claim.hidden) : null;
  if (deep) settle(hit || main, 3);
}

function check(checked) {
  for (const box of form.querySelectorAll("input[name=verdict]")) box.checked = checked;
  search();
}

function only(verdict) {
  for (const box of form.querySelectorAll("input[name=verdict]")) box.checked = box.value === verdict;
  search();
}

form.hidden = false;
for (const button of counts) {
  button.disabled = false;
  button.addEventListener("click", () => only(button.dataset.only));
}
form.elements.every.addEventListener("click", () => check(true));
form.elements.no.addEventListener("click", () => check(false));
form.addEventListener("input", search);
form.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", reveal);
const asked = recall();
filter();
if (location.hash && !asked) reveal();
