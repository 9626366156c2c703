/** Plans, runs and diagnostics as text for people. Colour never carries meaning alone. */
import { formatPosition, type Diagnostic, type Position } from "../../model/diagnostic.ts";
import { defined } from "../../model/defined.ts";
import { type Action, type Plan, REPLACE_ASKED } from "../engine/plan/plan.ts";
import type { ChangeDocument, DiagnosticDocument, PlanDocument, RunDocument } from "./documents.ts";
import {
  foldAlike,
  foldNote,
  foldRows,
  patternsIn,
  servedAlone,
  templatesOf,
  type Folding,
  type Folded,
} from "./fold.ts";
import { diagnosticDocuments, planDocument } from "./json.ts";
import { reachRows } from "./reach.ts";
import {
  differenceRows,
  fieldRows,
  planSections,
  type Row,
  type Section,
  type Topic,
} from "./sections.ts";
import { count } from "../../model/count.ts";
import { besideRequests, verdictOf } from "./verdict.ts";
import { visibleText } from "./visible.ts";

/** Styles text for the terminal. */
export type Paint = (
  style: "bold" | "dim" | "red" | "green" | "yellow" | "cyan",
  text: string,
) => string;

/** Leaves text unstyled. */
export const plain: Paint = (_style, text) => text;

/** The symbol of each action. */
export const symbols: Readonly<Record<Action, string>> = {
  create: "+",
  update: "~",
  replace: "-/+",
  delete: "-",
  forget: "^",
  none: "=",
};

const colours: Readonly<Record<Action, "green" | "yellow" | "red" | "dim">> = {
  create: "green",
  update: "yellow",
  replace: "red",
  delete: "red",
  forget: "dim",
  none: "dim",
};

/** Actions in the order of plans: destructive ones first. */
export const actionOrder: readonly Action[] = ["delete", "replace", "update", "create", "forget"];

export function renderHeader(
  { estate, target, summary }: Pick<PlanDocument, "estate" | "target" | "summary">,
  paint: Paint = plain,
): string {
  const host = URL.parse(target.url)?.host ?? target.url;
  const declared = summary.create + summary.update + summary.replace + summary.unchanged;
  const server = `${target.software} ${target.version}`;
  const named = typeof target.name === "string" ? `${target.name}, ${host}` : host;
  return `${paint("bold", estate)} on ${named}  ${paint("dim", `(${server}, ${count(declared, "object")})`)}\n`;
}

/** A plan as text, destructive changes first; repetition is folded. */
export function renderPlan(plan: Plan, paint: Paint = plain, folding: Folding = {}): string {
  return renderPlanDocument(planDocument(plan, { url: "", version: "" }), paint, folding);
}

export function renderPlanDocument(
  plan: PlanDocument,
  paint: Paint = plain,
  folding: Folding = {},
): string {
  const shown = foldChanges(plan, folding);
  const blocks = plan.blocks.map(
    ({ message, hint }) => `${paint("red", "Stopped:")} ${message}.\n         ${hint}`,
  );
  const sections = planSections(plan, folding);
  const sectionsOf = (topics: readonly Topic[]) =>
    topics.flatMap((topic) =>
      sections
        .filter((section) => section.topic === topic)
        .map((section) => renderSection(section, paint, folding)),
    );
  const parts = [
    renderSelection(plan, paint),
    shown.map((folded) => renderFolded(folded, paint, folding)).join("\n"),
    renderUnowned(plan, paint, folding),
    ...sectionsOf(beforeRequests),
    renderRequests(plan, paint, patternsIn(shown)),
    ...sectionsOf(["consequences"]),
    blocks.join("\n"),
    renderVerdict(plan, paint),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

export function renderVerdict(document: RunDocument, paint: Paint): string {
  const [strong, rest] = verdictOf(document).text;
  return strong === "" ? rest : `${paint("bold", strong)}${rest}`;
}

function renderSelection({ selection }: PlanDocument, paint: Paint): string {
  if (selection === undefined || selection === null) return "";
  const { objects, of, along } = selection;
  const head = `${paint("bold", "Selected:")} ${selectionText(selection)}; ${objects} of ${count(of, "object")}. Nothing else is changed.`;
  const lines = along.map(
    ({ address, needed_by: by }) =>
      `  ${paint("green", "  +")} comes along  ${paint("bold", address)} ${paint("dim", by === address ? "(for itself)" : `(needed by ${by})`)}`,
  );
  return [head, ...lines].join("\n");
}

/** The selection as command line arguments. */
export function selectionText({
  only,
  exclude,
  labels,
  paths,
}: Pick<NonNullable<PlanDocument["selection"]>, "only" | "exclude" | "labels" | "paths">): string {
  const parts = [
    ...paths,
    ...only.map((pattern) => `--only ${pattern}`),
    ...labels.map((text) => `-l ${text}`),
    ...exclude.map((pattern) => `--exclude ${pattern}`),
  ];
  return parts.join(" ");
}

function foldChanges(
  { changes }: PlanDocument,
  folding: Folding,
): readonly Folded<ChangeDocument>[] {
  const shown = actionOrder.flatMap((action) =>
    changes.filter((change) => change.action === action && !change.unowned),
  );
  return foldAlike(shown, keyOf, folding);
}

/** The key by which changes fold; undefined for a change that is never folded. */
function keyOf(change: ChangeDocument): string | undefined {
  const { action } = change;
  if (action === "delete" || action === "replace") return undefined;
  if (changeNotes(change).length + renderConsequences(change).length > 0) return undefined;
  return JSON.stringify([
    action,
    fieldRows(change),
    differenceRows(change),
    reachRows(change.reach),
  ]);
}

function renderFolded(folded: Folded<ChangeDocument>, paint: Paint, folding: Folding): string {
  const { first, address } = folded;
  const notes = changeNotes(first).join("; ");
  // Changes with notes are never folded.
  const beside = notes === "" ? foldNote(folded, folding) : `  (${notes})`;
  const symbol = paint(colours[first.action], changeSymbol(first).padStart(3));
  const head = `  ${symbol} ${paint("bold", address)}${beside === "" ? "" : paint("dim", beside)}`;
  return [head, ...aligned(shownRows(first, folding))].join("\n");
}

export function changeSymbol({ action, formerly }: ChangeDocument): string {
  return formerly === null ? symbols[action] : ">";
}

export function changeNotes({
  formerly,
  action,
  adopts,
  owner,
}: ChangeDocument): readonly string[] {
  const name = formerly === null ? [] : [`was ${formerly}`];
  const taken = action === "delete" ? "" : "; becomes ours";
  if (owner !== null) return [...name, `the estate ${owner} owns it${taken}`];
  return adopts && action !== "create" ? [...name, "was there before; becomes ours"] : name;
}

/**
 * Deletions of objects that this estate never made stand apart, so that they are not overlooked.
 */
function renderUnowned({ changes }: PlanDocument, paint: Paint, folding: Folding): string {
  const unowned = changes.filter((change) => change.unowned);
  if (unowned.length === 0) return "";
  const lines = unowned.map((change) =>
    renderFolded({ first: change, address: change.address, members: [change] }, paint, folding),
  );
  return ["Not made by this estate, and deleted because of prune: scope:", ...lines].join("\n");
}

/** Pads labels to one width. */
export function aligned(rows: readonly Row[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([label]) => label.length));
  return rows.map(([label, text]) => `        ${label.padEnd(width)}  ${text}`);
}

export function changeRows(change: ChangeDocument): readonly Row[] {
  return [...fieldRows(change), ...reachRows(change.reach), ...renderConsequences(change)];
}

/** The same rows with the differences inside files. */
function shownRows(change: ChangeDocument, folding: Folding): readonly Row[] {
  const inside = differenceRows(change, folding);
  const more = [...reachRows(change.reach), ...renderConsequences(change)];
  return [...fieldRows(change), ...inside, ...more];
}

function renderConsequences(change: ChangeDocument): readonly Row[] {
  const rows: (Row | undefined)[] = [
    change.action === "replace" && change.because !== REPLACE_ASKED
      ? ["because", replaceReason(change)]
      : undefined,
    change.because === null ? undefined : ["because", change.because],
    change.goes_with === null ? undefined : ["deleted with", change.goes_with],
    change.takes_along.length === 0 ? undefined : ["also deletes", change.takes_along.join(", ")],
    change.comes_back.length === 0 ? undefined : ["comes back", change.comes_back.join(", ")],
    change.cannot_come_back.length === 0
      ? undefined
      : ["cannot come back", change.cannot_come_back.join("; ")],
  ];
  return rows.filter((row) => row !== undefined);
}

function replaceReason({ fields }: ChangeDocument): string {
  const [first] = fields;
  const what = `${Array.isArray(first?.after) ? "set of " : ""}${first?.label ?? "form"}`;
  return `another ${what} is wanted, which the server cannot change in place`;
}

/** `folds`: whether lines with the same text are folded. */
interface Look {
  readonly symbol: string;
  readonly colour: "dim" | "yellow" | "green";
  readonly name: "bold" | "plain";
  readonly style: "dim" | "plain";
  readonly folds: boolean;
}

const looks: Readonly<Record<Topic, Look>> = {
  adopted: { symbol: "=", colour: "dim", name: "bold", style: "plain", folds: true },
  transfers: { symbol: "=", colour: "yellow", name: "bold", style: "plain", folds: true },
  orphans: { symbol: "^", colour: "dim", name: "plain", style: "plain", folds: true },
  skipped: { symbol: "!", colour: "yellow", name: "bold", style: "plain", folds: false },
  recovered: { symbol: "+", colour: "green", name: "bold", style: "dim", folds: false },
  secrets: { symbol: "?", colour: "yellow", name: "bold", style: "plain", folds: true },
  consequences: { symbol: "!", colour: "yellow", name: "plain", style: "plain", folds: false },
};

const beforeRequests: readonly Topic[] = [
  "adopted",
  "transfers",
  "orphans",
  "skipped",
  "recovered",
  "secrets",
];

function renderSection({ topic, title, lines }: Section, paint: Paint, folding: Folding): string {
  const look = looks[topic];
  const folded = foldAlike(lines, ({ text }) => (look.folds ? text : undefined), folding);
  const texts = folded.flatMap((one) => {
    const { text, rows } = one.first;
    const sign = paint(look.colour, look.symbol.padStart(3));
    const name = look.name === "bold" ? paint("bold", one.address) : one.address;
    const beside = text === "" ? "" : `  ${text}`;
    const about = look.style === "dim" ? paint("dim", beside) : beside;
    return [`  ${sign} ${name}${about}${foldNote(one, folding)}`, ...aligned(rows)];
  });
  return [`${title}:`, ...texts].join("\n");
}

function renderRequests(
  plan: PlanDocument,
  paint: Paint,
  patterns: ReadonlyMap<string, string>,
): string {
  const { requests } = plan;
  const width = String(requests.length).length;
  const rows = foldRows(requests, (request) => patterns.get(servedAlone(request) ?? ""));
  const lines = rows.map(({ from, members }) => {
    const number = `${String(from + 1).padStart(width + 2)}.`;
    const [{ method, path, summary }] = members;
    if (members.length === 1) return `${number} ${method} ${path}  ${paint("dim", summary)}`;
    const what = paint("dim", `${members.length} requests, the first: ${summary}`);
    return `${number} to ${from + members.length}. ${templatesOf(members)}  ${what}`;
  });
  const own = besideRequests(plan).map((text) => `and ${text}`);
  if (requests.length === 0) return own.map((text) => `No requests, ${text}`).join("");
  return ["Requests, in this order:", ...lines, ...own.map((text) => `  ${text}`)].join("\n");
}

/** The pattern of each folded object by address. */
export function foldedIn(plan: PlanDocument, folding: Folding): ReadonlyMap<string, string> {
  return patternsIn(foldChanges(plan, folding));
}

/** Renders diagnostics sorted by position; `excerptAt` gives the source line at a position. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  paint: Paint = plain,
  excerptAt?: (where: Position) => string | undefined,
): string {
  return renderDiagnosticDocuments(diagnosticDocuments(diagnostics), paint, excerptAt);
}

/** Renders diagnostics in the order of the document. */
export function renderDiagnosticDocuments(
  diagnostics: readonly DiagnosticDocument[],
  paint: Paint,
  excerptAt: (where: Position) => string | undefined = () => undefined,
): string {
  return diagnostics
    .map(({ severity, message, hint, code, ...at }) => {
      const where = positionOf(at);
      const place = where === undefined ? "" : `${visibleText(formatPosition(where))}: `;
      const colour = severity === "error" ? "red" : "yellow";
      const advice = hint === null ? "" : `\n    ${visibleText(hint)}`;
      const excerpt = where === undefined ? undefined : excerptAt(where);
      const line = excerpt === undefined ? "" : `\n${paint("dim", excerpt)}`;
      return `${place}${paint(colour, severity)}: ${visibleText(message)} ${paint("dim", `[${code}]`)}${line}${advice}\n`;
    })
    .join("");
}

/** The position of a diagnostic; undefined without a file. */
export function positionOf({
  file,
  line,
  column,
}: Pick<DiagnosticDocument, "file" | "line" | "column">): Position | undefined {
  if (file === null) return undefined;
  return { file, ...defined({ line: line ?? undefined, column: column ?? undefined }) };
}
