/** What the script of a page is given of a run, piece by piece. Pure. */
import type { PageChange, PageRequest, PageRow } from "../../../report-page/data.ts";
import type { RunDocument } from "../documents.ts";
import type { Outline, OutlineObject } from "../outline.ts";
import { formatPosition } from "../../../model/diagnostic.ts";
import { dangersOf } from "./dangers.ts";
import { planIn } from "./plan-in.ts";
import { visible } from "../visible.ts";
import { wordsIn } from "./words.ts";

/** The changes of a page, in the order of the outline. */
export function pageChanges(
  document: RunDocument,
  { objects, stops }: Outline,
): readonly PageChange[] {
  const words = wordsIn(document);
  return objects.map((object): PageChange => ({
    address: visible(object.address),
    word: object.word,
    dangers: dangersOf(object, stops),
    notes: object.notes.map(visible),
    rows: rowsOf(object).map(visibleRow),
    words: words.get(object.address) ?? [],
  }));
}

function visibleRow([label, text]: PageRow): PageRow {
  return [visible(label), visible(text)];
}

function rowsOf({ state, message, rows, where }: OutlineObject): readonly PageRow[] {
  const fate = state === "skipped" ? "not tried" : "failed";
  const ended: readonly PageRow[] = message === undefined ? [] : [[fate, message]];
  const place: readonly PageRow[] = where === null ? [] : [["declared at", formatPosition(where)]];
  return [...ended, ...rows, ...place];
}

const NOTHING = { rows: [], words: [] } as const;

/** A change of which only the line in the list is known. */
export function cut({ address, word, dangers, notes }: PageChange): PageChange {
  return { address, word, dangers, notes, ...NOTHING, isCut: true };
}

/** The requests of a run in their order, with what became of them. */
export function pageRequests(document: RunDocument): readonly PageRequest[] {
  if (document.type === "rehearsal")
    return document.calls.map(({ method, path, summary, status, milliseconds }) => {
      const fate = `${status ?? "no answer"}, ${milliseconds} ms`;
      return requestOf({ method, path, summary: summary ?? "record what the estate owns" }, fate);
    });
  if (document.type === "apply")
    return [...document.requests, ...document.rescues].map((request) =>
      requestOf(request, [request.outcome, request.status ?? []].flat().join(" ")),
    );
  return (planIn(document)?.requests ?? []).map((request) => requestOf(request, ""));
}

function requestOf(
  { method, path, summary }: Pick<PageRequest, "method" | "path" | "summary">,
  fate: string,
): PageRequest {
  return { method, path: visible(path), summary: visible(summary), fate };
}
