/** Answers as they were recorded, by the names of their rows. */
import type { Answer } from "../documents.ts";
import { ContainerRefusal, Refusal, RouteRefusal } from "../refusal.ts";
import { recordedRows, type RecordedAnswer, type RecordedId } from "./rows.ts";

function rowOf(id: RecordedId): RecordedAnswer {
  const row = recordedRows.get(id);
  if (row === undefined) throw new Error(`no row was recorded as ${id}`);
  return row;
}

/** A text with values in the places of their names. */
export function filledIn(text: string, values: Readonly<Record<string, string>> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The refusal of a row, its text filled in with values by name. */
export function refused(id: RecordedId, values: Readonly<Record<string, string>> = {}): Refusal {
  const { status, form, says } = rowOf(id);
  const text = filledIn(says, values);
  const Kind =
    { container: ContainerRefusal, problem: RouteRefusal }[form as "container"] ?? Refusal;
  return Object.assign(new Kind(status, text), { row: id, values });
}

export function done(id: RecordedId): Answer {
  return { status: rowOf(id).status, body: "" };
}

export function told(id: RecordedId, body: string): Answer {
  const { status, form } = rowOf(id);
  return { status, type: form, body };
}
