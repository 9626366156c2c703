/** Plans, runs and diagnostics as text for people. Colour is never the only carrier of meaning. */
import { formatAddress, type Address } from "../../model/address.ts";
import { compareDiagnostics, formatPosition, type Diagnostic } from "../../model/diagnostic.ts";
import { pathWithQuery } from "../../wire/request.ts";
import type { StepReport } from "../engine/execute.ts";
import type { Action, Change, FieldChange, LeftAlone, Plan } from "../engine/plan.ts";
import type { FactValue } from "../kind.ts";

/** How a piece of text looks on the terminal at hand. */
export type Paint = (
  style: "bold" | "dim" | "red" | "green" | "yellow" | "cyan",
  text: string,
) => string;

/** Leaves text as it is. */
const plain: Paint = (_style, text) => text;

const symbols: Readonly<Record<Action, string>> = {
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

const actionOrder: readonly Action[] = ["delete", "replace", "update", "create", "forget"];

/** A plan as text, destructive changes first. */
export function renderPlan(plan: Plan, paint: Paint = plain): string {
  const shown = actionOrder.flatMap((action) =>
    plan.changes.filter((change) => change.action === action && !change.unowned),
  );
  const blocks = plan.blocks.map(
    ({ message, hint }) => `${paint("red", "Stopped:")} ${message}.\n         ${hint}`,
  );
  const parts = [
    shown.map((change) => renderChange(change, paint)).join("\n"),
    renderUnowned(plan, paint),
    renderTakeovers(plan, paint),
    renderOrphans(plan.orphans, paint),
    renderLeftAlone(plan.leftAlone, paint),
    renderRecovered(plan, paint),
    plan.steps.length === 0 ? "" : renderRequests(plan, paint),
    plan.consequences.length === 0 ? "" : renderMeaning(plan, paint),
    blocks.join("\n"),
    renderSummary(plan, paint),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function renderChange(change: Change, paint: Paint): string {
  const { address, action, formerly } = change;
  const symbol = formerly === undefined ? symbols[action] : ">";
  const notes = notesOf(change).join("; ");
  const beside = notes === "" ? "" : paint("dim", `  (${notes})`);
  const head = `  ${paint(colours[action], symbol.padStart(3))} ${paint("bold", formatAddress(address))}${beside}`;
  const fields = change.fields.flatMap((field) => renderField(field, action));
  return [head, ...aligned([...fields, ...renderConsequences(change)])].join("\n");
}

function notesOf(change: Change): readonly string[] {
  const { formerly } = change;
  const name = formerly === undefined ? [] : [`was ${formatAddress(formerly)}`];
  return [...name, ...ownershipNote(change)];
}

function ownershipNote({ action, adopts, owner }: Change): readonly string[] {
  if (owner !== undefined)
    return [`the estate ${owner} owns it${action === "delete" ? "" : "; becomes ours"}`];
  return adopts && action !== "create" ? ["was there before; becomes ours"] : [];
}

/** Deletions of what this estate never made stand apart: nobody may overlook them. */
function renderUnowned({ changes }: Plan, paint: Paint): string {
  const unowned = changes.filter((change) => change.unowned);
  if (unowned.length === 0) return "";
  const lines = unowned.map((change) => renderChange(change, paint));
  return ["Not made by this estate, and deleted because of prune: scope:", ...lines].join("\n");
}

/** Objects that change nothing but their owner. */
function renderTakeovers({ changes }: Plan, paint: Paint): string {
  const taken = changes.filter(({ action, owner }) => action === "none" && owner !== undefined);
  if (taken.length === 0) return "";
  const lines = taken.map(({ address, owner }) => {
    const text = paint("bold", formatAddress(address));
    return `  ${paint("yellow", symbols.none.padStart(3))} ${text}  (${owner})`;
  });
  return ["As declared, but another estate owns them until they are taken over:", ...lines].join(
    "\n",
  );
}

type Row = readonly [label: string, text: string];

function aligned(rows: readonly Row[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([label]) => label.length));
  return rows.map(([label, text]) => `        ${label.padEnd(width)}  ${text}`);
}

function renderField(
  { label, before: shown, after, recorded }: FieldChange,
  action: Action,
): readonly Row[] {
  if (action === "create") return isTelling(after) ? [[label, show(after)]] : [];
  const before = shown ?? recorded;
  if (isList(before) && isList(after)) return [[label, showSetChange(before, after)]];
  if (before === undefined) return [[label, "not shown by the server; sent again"]];
  return [[label, `${show(before)} → ${show(after)}`]];
}

function isList(value: FactValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}

/** Whether a fact of a new object tells the reader anything: digests and empty lists do not. */
function isTelling(value: FactValue | undefined): boolean {
  if (isList(value)) return value.length > 0 && !value.some((member) => DIGEST.test(member));
  return value !== undefined && !/^(?:sha256|scrypt)-/.test(String(value));
}

function show(value: FactValue | undefined): string {
  if (isList(value)) return value.length === 0 ? "nobody" : some(value).join(", ");
  const text = value === "" ? "nothing" : String(value);
  return text.replace(/^(?:sha256|scrypt)-([0-9a-f]{8})[0-9a-f]{24,56}$/, "$1…");
}

function showSetChange(before: readonly string[], after: readonly string[]): string {
  const [was, will] = [new Set(before), new Set(after)];
  const lost = before.filter((member) => !will.has(member));
  const gained = after.filter((member) => !was.has(member));
  return [...some(lost).map((one) => `− ${one}`), ...some(gained).map((one) => `+ ${one}`)].join(
    "  ",
  );
}

/** Members that one line of a plan names; of more it gives the number. */
const NAMED = 12;

function some(members: readonly string[]): readonly string[] {
  const named = members.slice(0, NAMED).map(shorten);
  return members.length <= NAMED ? named : [...named, `${members.length - NAMED} more`];
}

function shorten(member: string): string {
  return member.replace(DIGEST, " $1…");
}

/** A digest, or a fingerprint of a secret, behind what it is of. */
const DIGEST = / (?:sha256|scrypt)-([0-9a-f]{8})[0-9a-f]{24,56}$/;

function renderConsequences(change: Change): readonly Row[] {
  const names = (addresses: readonly Address[]) => addresses.map(formatAddress).join(", ");
  const rows: (Row | undefined)[] = [
    change.action === "replace" ? ["because", replaceReason(change)] : undefined,
    change.because === undefined ? undefined : ["because", change.because],
    change.goesWith === undefined ? undefined : ["goes with", formatAddress(change.goesWith)],
    change.takesAlong.length === 0 ? undefined : ["takes with it", names(change.takesAlong)],
    change.comesBack.length === 0 ? undefined : ["comes back", names(change.comesBack)],
    change.cannotComeBack.length === 0
      ? undefined
      : ["cannot come back", change.cannotComeBack.join("; ")],
  ];
  return rows.filter((row) => row !== undefined);
}

function replaceReason({ fields }: Change): string {
  const [first] = fields;
  const what = `${isList(first?.after) ? "set of " : ""}${first?.label ?? "form"}`;
  return `another ${what} is wanted, which the server cannot change in place`;
}

function renderMeaning({ consequences }: Plan, paint: Paint): string {
  const lines = consequences.map((text) => `  ${paint("yellow", "  !")} ${text}`);
  return ["As a consequence:", ...lines].join("\n");
}

function renderOrphans(orphans: readonly Address[], paint: Paint): string {
  if (orphans.length === 0) return "";
  const names = orphans.map((address) => `  ${paint("dim", "  ^")} ${formatAddress(address)}`);
  return [
    "No longer declared, and kept because pruning is off (--prune=owned deletes):",
    ...names,
  ].join("\n");
}

function renderLeftAlone(leftAlone: readonly LeftAlone[], paint: Paint): string {
  if (leftAlone.length === 0) return "";
  const parts = leftAlone.flatMap(({ address, text, fields }) => [
    `  ${paint("yellow", "  !")} ${paint("bold", formatAddress(address))}  ${text}`,
    ...aligned(fields.flatMap((field) => renderField(field, "update"))),
  ]);
  return ["Not as declared, and left as it is:", ...parts].join("\n");
}

function renderRecovered({ recovers }: Plan, paint: Paint): string {
  if (recovers.length === 0) return "";
  const lines = recovers.map(({ live, by }) => {
    const beside = paint("dim", `  (went with ${formatAddress(by)})`);
    return `  ${paint("green", "  +")} ${paint("bold", formatAddress(live.address))}${beside}`;
  });
  return ["Taken along by a run that was cut off, and brought back now:", ...lines].join("\n");
}

function renderRequests({ steps }: Plan, paint: Paint): string {
  const width = String(steps.length).length;
  const lines = steps.map(({ request, summary }, index) => {
    const number = String(index + 1).padStart(width + 2);
    return `${number}. ${request.method} ${pathWithQuery(request)}  ${paint("dim", summary)}`;
  });
  return ["Requests, in this order:", ...lines].join("\n");
}

function renderSummary({ summary, steps, digest, changes }: Plan, paint: Paint): string {
  const adopted = summary.adopt === 0 ? "" : `, ${summary.adopt} taken into ownership`;
  if (steps.length === 0 && changes.every(({ action }) => action === "none")) {
    return `${paint("bold", "No changes.")} ${count(summary.unchanged, "object")} as declared${adopted}.`;
  }
  const strange = changes.filter(({ unowned }) => unowned).length;
  const parts = [
    `${summary.create} create`,
    `${summary.update} update`,
    `${summary.replace} recreate`,
    `${summary.delete} delete${strange === 0 ? "" : ` (${strange} not made by this estate)`}`,
    `${summary.unchanged} unchanged`,
  ];
  if (summary.forget > 0) parts.push(`${summary.forget} forget`);
  const requests = count(summary.requests, "request");
  return `${paint("bold", "Plan:")} ${parts.join(", ")}${adopted}. ${requests}. Digest ${digest.slice(7, 15)}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Diagnostics as text, sorted by place. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  paint: Paint = plain,
): string {
  return diagnostics
    .toSorted(compareDiagnostics)
    .map(({ severity, where, message, hint, code }) => {
      const place = where === undefined ? "" : `${formatPosition(where)}: `;
      const colour = severity === "error" ? "red" : "yellow";
      const advice = hint === undefined ? "" : `\n    ${hint}`;
      return `${place}${paint(colour, severity)}: ${message} ${paint("dim", `[${code}]`)}${advice}\n`;
    })
    .join("");
}

/** What requests that succeeded are worth telling. */
export function renderRemarks(reports: readonly StepReport[], paint: Paint = plain): string {
  return reports
    .filter(({ outcome, message }) => outcome === "done" && message !== undefined)
    .map(({ step, message = "" }) => {
      const said = message.replaceAll("\n", "\n    ");
      return `${paint("yellow", "note")}: ${step.summary}: ${said}\n`;
    })
    .join("");
}

/** What became of each request that did not succeed. */
export function renderFailures(reports: readonly StepReport[], paint: Paint = plain): string {
  const words = {
    refused: "refused",
    unknown: "no answer",
    skipped: "not tried",
    done: "done",
  } as const;
  return reports
    .filter(({ outcome }) => outcome !== "done")
    .map(({ step, outcome, status, message }) => {
      const { method } = step.request;
      const said = message === undefined ? "" : `\n    ${message.replaceAll("\n", "\n    ")}`;
      const code = status === undefined ? "" : ` ${status}`;
      return `${paint("red", words[outcome])}${code}: ${method} ${pathWithQuery(step.request)}  ${step.summary}${said}\n`;
    })
    .join("");
}

/** A differing fact of two things that are both known, as one line. */
export function renderFact({ label, before, after }: FieldChange): string {
  if (isList(before) && isList(after)) return `${label}: ${showSetChange(before, after)}`;
  const said = (value: FactValue | undefined) => (value === undefined ? "not said" : show(value));
  return `${label}: ${said(before)} → ${said(after)}`;
}
