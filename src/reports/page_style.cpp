// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "reports/page_style.h"

namespace tandem::reports {

const std::string_view page_style = R"css(
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --text: #1c2530; --soft: #5d6b7a; --line: #dde2e8;
  --accent: #1f6feb; --good: #1a7f45; --bad: #c8322b; --warn: #a86200; --good-soft: #e3f4e9; --bad-soft: #fbe6e4; --warn-soft: #fbf0dc;
  --r0: #1f6feb; --r1: #c2410c; --r2: #7c3aed; --r3: #0f766e; --r4: #b8256e; --r5: #6b7a00; }
@media (prefers-color-scheme: dark) { :root { --ground: #0f141a; --card: #182029; --text: #e4eaf0; --soft: #97a5b4; --line: #2b3641;
  --accent: #6cabff; --good: #56c98a; --bad: #ff7b72; --warn: #e3a54a; --good-soft: #14301f; --bad-soft: #3a1b1a; --warn-soft: #34270f;
  --r0: #6cabff; --r1: #ff9a5c; --r2: #b79bff; --r3: #4fd1c0; --r4: #ff8fbf; --r5: #c3d13f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 20px 96px; }
h1 { font-size: 27px; line-height: 1.25; margin: 0; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 0 0 12px; } h3 { font-size: 15px; margin: 18px 0 8px; }
p { margin: 6px 0; } a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
.soft { color: var(--soft); } .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code, pre { font: 13px/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; } code { overflow-wrap: anywhere; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px; overflow: auto; margin: 8px 0; }
section, header.top { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 18px 20px; margin: 0 0 18px; }
header.top { border-top: 5px solid var(--soft); }
header.passed { border-top-color: var(--good); } header.failed, header.error { border-top-color: var(--bad); } header.timeout { border-top-color: var(--warn); }
.headline { display: flex; gap: 14px; align-items: center; flex-wrap: wrap; }
.badge { display: inline-block; border-radius: 999px; padding: 1px 11px; font-weight: 600; font-size: 13px; white-space: nowrap; border: 1px solid transparent; }
.badge.large { font-size: 16px; padding: 3px 16px; }
.passed > .badge, .badge.passed { color: var(--good); background: var(--good-soft); }
.badge.failed, .badge.error { color: var(--bad); background: var(--bad-soft); } .badge.timeout, .badge.undecided { color: var(--warn); background: var(--warn-soft); }
.reason { border-left: 4px solid var(--bad); background: var(--bad-soft); padding: 9px 14px; border-radius: 0 8px 8px 0; margin: 14px 0 4px; font-size: 16px; overflow-wrap: anywhere; }
.timeout .reason { border-color: var(--warn); background: var(--warn-soft); }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(140px, 1fr)); gap: 10px; margin-top: 16px; }
.tile { border: 1px solid var(--line); border-radius: 9px; padding: 8px 12px; min-width: 0; }
.tile b { display: block; font-size: 19px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; } .tile span { color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-size: 12.5px; color: var(--soft); font-weight: 600; border-bottom: 1px solid var(--line); padding: 5px 12px 5px 0; white-space: nowrap; }
th.n { text-align: right; } td { border-bottom: 1px solid var(--line); padding: 7px 12px 7px 0; vertical-align: top; }
tr:last-child td { border-bottom: 0; } td:last-child, th:last-child { padding-right: 0; } tr:target td { background: var(--warn-soft); }
td p { margin: 2px 0 0; } .bad { color: var(--bad); } .good { color: var(--good); }
figure { margin: 0 0 14px; } figcaption { margin: 0 0 2px; } svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--soft); font: 11.5px system-ui, 'DejaVu Sans', sans-serif; }
svg .grid { stroke: var(--line); stroke-width: 1; } svg .lane { stroke: var(--line); stroke-width: 2; } svg .line { fill: none; stroke: var(--accent); stroke-width: 1.8; stroke-linejoin: round; }
svg .allowed { fill: var(--good); opacity: .09; } svg .limit { stroke: var(--good); stroke-width: 1.2; stroke-dasharray: 6 4; }
svg .moment { stroke: var(--bad); stroke-width: 1.2; stroke-dasharray: 2 3; } svg .cursor { stroke: var(--text); stroke-width: 1; opacity: 0; }
svg .bar { fill: var(--accent); opacity: .75; } svg .bar.bad { fill: var(--bad); opacity: .9; } svg .before { stroke: var(--soft); fill: var(--soft); stroke-width: 1.5; opacity: .75; }
svg .after { stroke: var(--accent); fill: var(--accent); stroke-width: 1.5; opacity: .75; } svg .mean { opacity: 1; stroke: var(--card); stroke-width: 2; }
svg circle.event { fill: var(--r2); } svg circle.goal { fill: var(--r3); } svg circle.program { fill: var(--soft); } svg circle.world { fill: var(--accent); }
svg circle.verdict { fill: var(--good); } svg circle.bad { fill: var(--bad); } .timed, .map { cursor: crosshair; }
.dot { display: inline-block; width: 10px; height: 10px; border-radius: 50%; margin-right: 7px; vertical-align: 0; }
.dot.event { background: var(--r2); } .dot.goal { background: var(--r3); } .dot.program { background: var(--soft); } .dot.world { background: var(--accent); } .dot.verdict { background: var(--good); } .dot.bad { background: var(--bad); }
.map { border-radius: 9px; background: var(--ground); } .map .fixed { fill: var(--soft); opacity: .55; } .map .movable { fill: var(--warn); opacity: .45; stroke: var(--warn); }
.map .zone { fill: none; stroke: var(--r3); stroke-width: 2; stroke-dasharray: 7 5; } .map .painted { fill: none; stroke: var(--soft); stroke-width: 2; }
.map.pictured { --r0: #1f6feb; --r1: #c2410c; --r2: #7c3aed; --r3: #0f766e; --r4: #b8256e; --r5: #6b7a00; --bad: #c8322b; --warn: #a86200; }
.map.pictured .fixed, .map.pictured .movable { fill: none; stroke: #fff; stroke-width: 1; opacity: .55; }
.map path.later { fill: var(--r4); stroke: var(--r4); stroke-width: 1.5; opacity: .6; } .map path.gone { opacity: .2; stroke-dasharray: 4 3; } .map text.gone { opacity: .55; }
.map .way { fill: none; stroke-width: 3; stroke-linejoin: round; stroke-linecap: round; } .map .halo { fill: none; stroke: #fff; stroke-width: 6; opacity: .55; stroke-linejoin: round; }
.map .trouble { fill: none; stroke: var(--bad); stroke-width: 3; } .ring { display: inline-block; width: 13px; height: 13px; border: 3px solid var(--bad); border-radius: 50%; vertical-align: -2px; margin-right: 6px; }
.map .odometry { stroke-width: 2; stroke-dasharray: 5 5; } .map .thing { stroke-width: 1.6; opacity: .8; } .map .mark { stroke: #fff; stroke-width: 1.5; }
.map text.name { fill: var(--text); paint-order: stroke; stroke: var(--card); stroke-width: 3px; font-weight: 600; } .map .scale { stroke: var(--text); stroke-width: 2; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; font-size: 13.5px; color: var(--soft); margin-top: 8px; } .legend i { display: inline-block; width: 22px; border-top: 3px solid; vertical-align: 4px; margin-right: 6px; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 14px; } .pictures img, .film img { width: 100%; display: block; border-radius: 9px; }
.film .stage { position: relative; max-width: 760px; margin: 0 auto; } .film img { display: none; } .film img.now { display: block; }
.film .controls, .player { display: flex; gap: 12px; align-items: center; margin-top: 10px; } .film .controls { max-width: 760px; margin: 10px auto 0; }
input[type=range] { flex: 1; accent-color: var(--accent); min-width: 0; } button { font: inherit; border: 1px solid var(--line); background: var(--card); color: inherit; border-radius: 7px; padding: 3px 14px; cursor: pointer; }
output { font-variant-numeric: tabular-nums; min-width: 84px; text-align: right; color: var(--soft); }
.player { position: fixed; left: 50%; bottom: 14px; transform: translateX(-50%); width: min(760px, calc(100vw - 32px)); background: var(--card); border: 1px solid var(--line); border-radius: 999px; padding: 7px 18px; box-shadow: 0 5px 22px #0003; z-index: 2; margin: 0; }
.grid-of-runs { display: flex; flex-wrap: wrap; gap: 4px; } .cell { width: 30px; height: 26px; border-radius: 6px; display: grid; place-items: center; font-size: 11.5px; font-weight: 600; color: #fff !important; }
.cell.passed { background: #1a7f45; } .cell.failed { background: #c8322b; } .cell.error { background: #7f1d1d; } .cell.timeout { background: #a86200; }
.share { display: flex; height: 16px; border-radius: 8px; overflow: hidden; background: var(--line); margin: 14px 0 4px; gap: 2px; } .share i { display: block; }
.share .passed { background: #1a7f45; } .share .failed { background: #c8322b; } .share .error { background: #7f1d1d; } .share .timeout { background: #a86200; }
.histograms { display: grid; grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); gap: 16px 22px; } .histograms figcaption { font-size: 13.5px; overflow-wrap: anywhere; }
details > summary { cursor: pointer; color: var(--soft); } ul { margin: 6px 0; padding-left: 20px; }
@media (max-width: 640px) { main { padding: 10px 8px 90px; } section, header.top { padding: 13px 12px; } h1 { font-size: 22px; } .timed, .map { min-width: 620px; } figure.chart, figure.top { overflow-x: auto; } }
@media print { .player, .controls { display: none; } section, header.top { break-inside: avoid; border-color: #bbb; } body { background: #fff; } }
)css";

// One time for all of a page: robots on the map, lines in charts, pictures of the film.
const std::string_view page_script = R"js(
(() => {
  const data = JSON.parse(document.getElementById('ways')?.textContent ?? 'null');
  const film = document.querySelector('.film');
  const frames = film ? [...film.querySelectorAll('img')] : [];
  const timeText = (s) => s < 60 ? s.toFixed(2) + ' s'
    : Math.floor(s / 60) + ':' + (s % 60).toFixed(1).padStart(4, '0') + ' min';
  const player = document.querySelector('.player');
  const showFrame = (index) => {
    frames.forEach((frame, i) => frame.classList.toggle('now', i === index));
    film.querySelector('input').value = index;
    film.querySelector('output').textContent = timeText(Number(frames[index].dataset.time));
  };
  const show = (now, fromFilm) => {
    if (!data) return;
    for (const line of document.querySelectorAll('.cursor')) {
      const x = +line.dataset.x0 + (line.dataset.x1 - line.dataset.x0) * now / data.end;
      line.setAttribute('x1', x);
      line.setAttribute('x2', x);
      line.style.opacity = 0.7;
    }
    for (const thing of document.querySelectorAll('.map [data-from]'))
      thing.classList.toggle('gone', now < +thing.dataset.from || now >= +thing.dataset.to);
    for (const way of data.ways) {
      let i = way.points.findIndex((point) => point[0] > now);
      i = i < 0 ? way.points.length - 1 : Math.max(0, i - 1);
      const [, x, y, turn] = way.points[i];
      const mark = document.getElementById(way.mark);
      if (mark) mark.setAttribute('transform', `translate(${x} ${y}) rotate(${turn})`);
    }
    if (player) {
      player.querySelector('input').value = now;
      player.querySelector('output').textContent = timeText(now);
    }
    if (fromFilm || !frames.length) return;
    let index = frames.findIndex((frame) => +frame.dataset.time >= now - 1e-6);
    showFrame(index < 0 ? frames.length - 1 : index);
  };
  const runner = (button, tick, isOver, restart) => {
    let timer;
    const stop = () => { clearInterval(timer); timer = undefined; button.textContent = 'Play'; };
    button.addEventListener('click', () => {
      if (timer) return stop();
      if (isOver()) restart();
      button.textContent = 'Pause';
      timer = setInterval(() => { tick(); if (isOver()) stop(); }, 100);
    });
    return stop;
  };
  if (player && data) {
    player.hidden = false;
    const slider = player.querySelector('input');
    const stop = runner(player.querySelector('button'),
      () => show(Math.min(data.end, +slider.value + 0.1 * data.pace)),
      () => +slider.value >= data.end - 1e-6, () => show(0));
    slider.addEventListener('input', () => { stop(); show(+slider.value); });
    for (const svg of document.querySelectorAll('.timed')) svg.addEventListener('click', (event) => {
      if (event.target.closest('a')) return;
      const cursor = svg.querySelector('.cursor'), box = svg.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * svg.viewBox.baseVal.width;
      const share = (x - cursor.dataset.x0) / (cursor.dataset.x1 - cursor.dataset.x0);
      stop();
      show(Math.min(1, Math.max(0, share)) * data.end);
    });
    for (const link of document.querySelectorAll('[data-goto]')) link.addEventListener('click', (event) => {
      event.preventDefault();
      stop();
      show(+link.dataset.goto);
    });
  }
  if (frames.length) {
    const slider = film.querySelector('input');
    const to = (index) => { showFrame(index); show(+frames[index].dataset.time, true); };
    const stop = runner(film.querySelector('button'), () => to(Math.min(frames.length - 1, +slider.value + 1)),
      () => +slider.value >= frames.length - 1, () => to(0));
    slider.addEventListener('input', () => { stop(); to(+slider.value); });
    showFrame(frames.length - 1);
  }
})();
)js";

}  // namespace tandem::reports
