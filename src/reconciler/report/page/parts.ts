/** The parts of a page that are visible without a script. Pure. */
import { count } from "../../../model/count.ts";
import type { DiagnosticDocument, PlanDocument, RunDocument } from "../documents.ts";
import { placeOf, type Outline, type OutlineObject, type OutlineSection } from "../outline.ts";
import { CONSEQUENCES } from "../sections.ts";
import { selectionText } from "../text.ts";
import { planIn } from "../run-document.ts";
import { fitting, type Room } from "../room.ts";
import { code, escaped } from "./text.ts";

export function titleOf({ command, estate, url }: Outline): string {
  const about = [estate, url === undefined ? undefined : `on ${url}`];
  return ["Plumbline", command ?? "run", ...about.filter((part) => part !== undefined)].join(" ");
}

export function headOf(document: RunDocument, outline: Outline): string {
  const { command, estate, url, verdict, objects } = outline;
  const about = [
    ...(estate === undefined ? [] : [`estate ${code(estate)}`]),
    ...(url === undefined ? [] : [`on ${code(url)}`]),
  ].join(" ");
  const failed = objects.filter(({ state }) => state === "failed").length;
  const trouble = failed === 0 ? "" : ` ${count(failed, "object")} failed.`;
  const plan = planIn(document);
  return [
    `<h1>Plumbline ${command ?? "run"} ${about}</h1>`,
    verdictOf(outline, `${escaped(verdict)}${trouble}`),
    plan === undefined ? "" : figuresOf(plan),
  ].join("\n");
}

/** A plan that deletes asks for care, even where nothing stops it. */
function verdictOf({ passed, command, objects }: Outline, text: string): string {
  const goes = command === "plan" ? objects.filter(({ destructive }) => destructive) : [];
  const [tone, sign] = !passed ? [" failed", "✗"] : goes.length > 0 ? [" care", "!"] : ["", "✓"];
  const named = goes.slice(0, NAMED).map(({ word, address }) => `${word} ${code(address)}`);
  const rest = goes.length - named.length;
  const more = rest === 0 ? "" : ` and ${count(rest, "more object")}`;
  const lost = goes.length === 0 ? "" : `\n<p class="lost">${named.join(", ")}${more}</p>`;
  return `<p class="verdict${tone}"><span aria-hidden="true">${sign}</span> ${text}</p>${lost}`;
}

/** Deleted and recreated objects named under the verdict. */
const NAMED = 10;

function figuresOf({ summary, target, selection, digest }: PlanDocument): string {
  const figures = [
    `${summary.create} create`,
    `${summary.update} update`,
    `${summary.replace} recreate`,
    `${summary.delete} delete`,
    `${summary.unchanged} unchanged`,
    ...(summary.forget === 0 ? [] : [`${summary.forget} forget`]),
    ...(summary.adopt === 0 ? [] : [`${summary.adopt} adopt`]),
    count(summary.requests, "request"),
  ];
  const items = figures.map((figure) => `<li>${escaped(figure)}</li>`).join("");
  const server = `${target.software} ${target.version}`;
  const part =
    selection === undefined || selection === null
      ? ""
      : `<p>Selected: ${code(selectionText(selection))}, ${selection.objects} of ${count(selection.of, "object")}. Nothing else is changed.</p>`;
  return `<ul class="figures">${items}</ul>\n<p>Server: ${escaped(server)}. Digest of the plan: ${code(digest)}.</p>${part}`;
}

export function stopsOf({ stops }: Outline, room: Room): string {
  const items = stops.map(({ allow, message, hint }) => {
    const name = allow === null ? "" : ` ${code(allow)}`;
    return `<li><strong>Stopped:</strong>${name} ${escaped(message)} <span class="hint">${escaped(hint)}</span></li>`;
  });
  return listOf(items, room, { id: "stops", title: "What stops it", list: "stops" });
}

/** Errors, and warnings folded below them. */
export function diagnosticsOf({ diagnostics }: Outline, room: Room): string {
  const [errors, others] = [true, false].map((isError) =>
    diagnostics.filter(({ severity }) => (severity === "error") === isError).map(diagnosticItem),
  );
  return [
    listOf(errors ?? [], room, { id: "diagnostics", title: "Errors", list: "stops" }),
    listOf(others ?? [], room, { id: "warnings", title: "Warnings", list: "warnings" }, true),
  ].join("");
}

function diagnosticItem({
  severity,
  code: name,
  message,
  hint,
  ...at
}: DiagnosticDocument): string {
  const place = placeOf(at);
  const where = place === undefined ? "" : `${code(place)} `;
  const advice = hint === null ? "" : ` <span class="hint">${escaped(hint)}</span>`;
  return `<li><strong>${severity}</strong> ${where}${escaped(message)} ${code(name)}${advice}</li>`;
}

/** Who gains or loses access comes before the changes, other sections after them. */
export function sectionsOf(
  { sections }: Outline,
  room: Room,
): { readonly first: string; readonly others: string } {
  const made = sections.map((section, index) => sectionOf(section, index, room));
  const isFirst = (index: number) => sections[index]?.title === CONSEQUENCES;
  return {
    first: made.filter((_text, index) => isFirst(index)).join(""),
    others: made.filter((_text, index) => !isFirst(index)).join(""),
  };
}

function sectionOf({ title, lines }: OutlineSection, index: number, room: Room): string {
  const items = lines.map((line) => `<li>${code(line)}</li>`);
  return listOf(items, room, { id: `s${index}`, title, list: "list" });
}

/** A section with as many items as fit, and the number of the rest. */
function listOf(
  items: readonly string[],
  room: Room,
  { id, title, list }: { readonly id: string; readonly title: string; readonly list: string },
  isFolded = false,
): string {
  if (items.length === 0) return "";
  const shown = fitting(items, room);
  const more = items.length - shown.length;
  const rest = more === 0 ? "" : `<li>… and ${count(more, "more line")}</li>`;
  const body = `<ul class="${list}">${shown.join("\n")}${rest}</ul>`;
  const folded = `<details><summary>${count(items.length, "line")}</summary>${body}</details>`;
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escaped(title)}</h2>${isFolded ? folded : body}</section>\n`;
}

/** The script draws the details when the line is opened. */
export function lineOf(
  { address, symbol, word, notes, state }: OutlineObject,
  index: number,
): string {
  const beside =
    notes.length === 0 ? "" : ` <span class="notes">(${escaped(notes.join("; "))})</span>`;
  const fate = {
    passed: "",
    failed: ' <strong class="failed">failed</strong>',
    skipped: " <strong>not tried</strong>",
  }[state];
  return `<li id="c${index}" class="${word}"><details><summary><span class="sign">${escaped(symbol)}</span> ${word} ${code(address)}${beside}${fate}</summary></details></li>`;
}

/** In longer lists the browser lays out only visible lines. */
const LONG = 500;

/** The list of changes, destructive ones first; empty without changes. */
export function changesOf(objects: readonly OutlineObject[], lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const [hard, soft] = [true, false].map((destructive) =>
    lines.filter((_line, index) => objects[index]?.destructive === destructive),
  );
  const part = (id: string, title: string, own: readonly string[] = []) =>
    own.length === 0
      ? ""
      : `<section aria-labelledby="${id}"><h3 id="${id}">${title}</h3><ul class="list${own.length > LONG ? " long" : ""}">\n${own.join("\n")}\n</ul></section>\n`;
  const noscript =
    "<noscript><p>A script draws the lines of each object. It does not run here; the report as JSON has them.</p></noscript>";
  return `<section id="changes" aria-labelledby="changes-title"><h2 id="changes-title">Changes</h2>${noscript}<div id="filters"></div>\n${part("hard", "Destructive", hard)}${part("soft", hard?.length === 0 ? "All" : "Other changes", soft)}</section>\n`;
}
