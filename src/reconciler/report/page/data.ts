/** The data of a run for the script of a page. Pure. */
import type { PageChange, PageRequest, PageRow, PageWord } from "../../../report-page/data.ts";
import type { RunDocument, DifferenceDocument, PlanDocument } from "../documents.ts";
import type { Outline, OutlineObject } from "../outline.ts";
import { formatPosition } from "../../../model/diagnostic.ts";
import { planIn } from "../run-document.ts";
import { visible } from "../visible.ts";
import { lineOf } from "../unlike.ts";
import { parseAddress } from "../../../model/address.ts";

/** In the outline's order. */
export function pageChanges(
  document: RunDocument,
  { objects, stops }: Outline,
): readonly PageChange[] {
  const words = wordsIn(document);
  return objects.map((object): PageChange => {
    const own = words.get(object.address) ?? [];
    const rows = rowsOf(object).map(visibleRow);
    return {
      address: visible(object.address),
      word: object.word,
      dangers: dangersOf(object, stops),
      notes: object.notes.map(visible),
      rows: own.length === 0 ? rows : rows.filter(([, text]) => !DIGESTS.test(text)),
      words: own,
    };
  });
}

/** The digests of a file before and after, which say nothing beside the words on what differs. */
const DIGESTS = /^[\da-f]{8}… → [\da-f]{8}…$/;

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

/** Reduced to the line in the list. */
export function cut({ address, word, dangers, notes }: PageChange): PageChange {
  return { address, word, dangers, notes, ...NOTHING, isCut: true };
}

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

/** A block that no flag can accept. */
const UNACCEPTABLE = "cannot be accepted";

/** Dangers from the plan's blocks; `destructive` if deleted or recreated. */
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

/** Whether the object counts towards a block on too many changes. */
function isInExcess(address: string, word: string, { excess }: Block): boolean {
  if (excess === undefined || excess === null) return false;
  const { action, kind, workspace } = excess;
  if ((words[action] ?? action) !== word) return false;
  const own = parseAddress(address);
  // Without a kind, the block counts objects of all kinds.
  return kind === null || (own?.kind === kind && own.workspace === workspace);
}
