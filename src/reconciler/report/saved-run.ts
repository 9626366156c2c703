/** Reads what was saved of a run: a document, a plan file, or the lines of an apply. */
import { readRunDocument, type RunDocument } from "./documents.ts";

/** A saved run: what reports are made of, and the document as it was saved. */
export interface SavedRun {
  readonly document: RunDocument;
  readonly saved: unknown;
}

/** Reads a saved run; undefined when the text is none. */
export function readRun(text: string): SavedRun | undefined {
  const value = parse(text);
  if (value !== undefined) return ofValue(value);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const events = lines.map(parse);
  // The last line of a run that was killed may be cut off.
  const whole = events.at(-1) === undefined ? events.slice(0, -1) : events;
  if (whole.length === 0 || whole.includes(undefined)) return undefined;
  return ofEvents(whole);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function ofValue(value: unknown): SavedRun | undefined {
  const document = readRunDocument(value);
  if (document !== undefined) return { document, saved: value };
  // A plan file holds the document of its plan.
  const plan = memberOf(value, "plan");
  const planned = plan === undefined ? undefined : readRunDocument(plan);
  return planned === undefined ? undefined : { document: planned, saved: plan };
}

/** The document that the events of an apply report. */
function ofEvents(events: readonly unknown[]): SavedRun | undefined {
  const typed = (type: string) => events.filter((event) => memberOf(event, "type") === type);
  const plan = typed("plan").at(-1);
  const end = typed("summary").at(-1);
  if (plan === undefined) return end === undefined ? undefined : ofValue(end);
  const saved = {
    type: "apply",
    format_version: memberOf(plan, "format_version"),
    run_id: memberOf(plan, "run_id"),
    plan,
    requests: typed("request").filter((event) => memberOf(event, "rescue") !== true),
    rescues: typed("request").filter((event) => memberOf(event, "rescue") === true),
    lost: memberOf(end, "lost") ?? [],
    // Without an end the run was killed: what it did not show is not known.
    outcome: memberOf(end, "outcome") ?? "partial",
    diagnostics: memberOf(end, "diagnostics") ?? [],
  };
  const document = readRunDocument(saved);
  return document === undefined ? undefined : { document, saved };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
