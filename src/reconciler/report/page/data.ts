/** What the script of a page is given of a run, piece by piece. Pure. */
import type { PageChange, PageRequest, PageRow, PageWord } from "../../../report-page/data.ts";
import type { RunDocument, DifferenceDocument, PlanDocument } from "../documents.ts";
import type { Outline, OutlineObject } from "../outline.ts";
import { formatPosition } from "../../../model/diagnostic.ts";
import { planIn } from "./plan-in.ts";
import { visible } from "../visible.ts";
import { lineOf } from "../unlike.ts";
import { parseAddress } from "../../../model/address.ts";

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

const signs: Readonly<Record<string, string>> = { added: "+", removed: "-" };

/** Lines by the address of their object; none for objects of which the document says none. */
function wordsIn(document: RunDocument): ReadonlyMap<string, readonly PageWord[]> {
  const changed = document.type === "drift" ? document.drifted : (planIn(document)?.changes ?? []);
  return new Map(
    changed.flatMap(({ address, differences = [] }) =>
      differences.length === 0 ? [] : [[address, differences.map(wordOf)] as const],
    ),
  );
}

function wordOf(difference: DifferenceDocument): PageWord {
  return [signs[difference.change] ?? "~", visible(lineOf(difference))];
}

type Block = PlanDocument["blocks"][number];

/** The name of what is stopped and cannot be accepted. */
const UNACCEPTABLE = "cannot be accepted";

/** Names of the dangers of an object, by what stops the plan; `destructive` where it is deleted or recreated. */
function dangersOf(
  { address, word, destructive }: Pick<OutlineObject, "address" | "word" | "destructive">,
  stops: readonly Block[],
): readonly string[] {
  const names = stops
    .filter((stop) => stop.about?.includes(address) === true || isInExcess(address, word, stop))
    .map(({ allow }) => allow ?? UNACCEPTABLE);
  return [...new Set([...(destructive ? ["destructive"] : []), ...names])];
}

const words: Readonly<Record<string, string>> = { replace: "recreate" };

/** Whether an object is one of those of which there are too many. */
function isInExcess(address: string, word: string, { excess }: Block): boolean {
  if (excess === undefined || excess === null) return false;
  const { action, kind, workspace } = excess;
  if ((words[action] ?? action) !== word) return false;
  const own = parseAddress(address);
  // Where no kind is named, those of all kinds are counted together.
  return kind === null || (own?.kind === kind && own.workspace === workspace);
}
