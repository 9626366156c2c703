/** Reads a saved run: a document, a plan file, or the event lines of an apply. */
import { readRunDocument, type RunDocument } from "./documents.ts";

/** The parsed document, and the original value. */
export interface SavedRun {
  readonly document: RunDocument;
  readonly saved: unknown;
}

/** Reads a saved run; undefined if the text is none. */
export function readRun(text: string): SavedRun | undefined {
  const value = parse(text);
  if (value !== undefined) return ofValue(value);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const events = lines.map(parse);
  // The last line of a killed run may be truncated.
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
  // A plan file contains the document of its plan.
  const plan = memberOf(value, "plan");
  const planned = plan === undefined ? undefined : readRunDocument(plan);
  return planned === undefined ? undefined : { document: planned, saved: plan };
}

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
    // A killed run wrote no summary event.
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
