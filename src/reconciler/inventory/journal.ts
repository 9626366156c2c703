/**
 * What a run's deletions cascade to and what it sends last, written before its first request.
 * After an interruption the next run restores and sends what is missing
 * (docs/decisions/0026-journal.md, docs/decisions/0060-requests-that-come-last.md).
 */
import { defined } from "../../model/defined.ts";
import { z } from "zod";
import { pathTo } from "../../wire/addressing.ts";
import { expectOwn, storedIn, storedText } from "../../wire/stored.ts";
import type { CascadeEffect, ClosingStep, Temporary } from "../kind.ts";

/** What an interrupted run left behind. */
export interface Journal {
  readonly effects: readonly CascadeEffect[];
  /** Sent last. */
  readonly closing: readonly ClosingStep[];
  /** Objects that exist only during the run. */
  readonly temporary: readonly Temporary[];
}

export interface JournalStore {
  /** Undefined when there is none. Rejects when it cannot be read. */
  readonly load: () => Promise<Journal | undefined>;
  /** Durable. Rejects on failure. */
  readonly save: (journal: Journal) => Promise<void>;
  /** Rejects on failure. */
  readonly clear: () => Promise<void>;
}

/**
 * Closing requests only make the server read its data again. Others are refused, so that write
 * access to the journal does not allow arbitrary requests.
 */
const closingPaths = [pathTo("reset", {}), pathTo("reload", {}), pathTo("tileCacheReload", {})];

/**
 * Whether the effect of a request that comes last shows nowhere, so that only the journal knows
 * that it is due. What objects remember with their facts is asked for again by these.
 */
export function isOnlyJournaled({ method, path }: ClosingStep["request"]): boolean {
  return method === "POST" && closingPaths.includes(path);
}

const stored = z.lazy(() => {
  const facts = z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  );
  const address = z.object({
    kind: z.string(),
    workspace: z.string().nullable(),
    name: z.string(),
  });
  const request = z.object({
    method: z.literal("POST"),
    path: z.string().refine((path) => closingPaths.includes(path), {
      error: ({ input }) =>
        `is ${JSON.stringify(input)}; a run sends ${closingPaths.join(", ").replace(/, (?=[^,]*$)/, " or ")} last`,
    }),
    mediaType: z.string().optional(),
    body: z.object({ kind: z.literal("text"), text: z.string() }).optional(),
  });
  return z.object({
    format_version: z.string().startsWith("1."),
    estate: z.string(),
    losses: z.array(
      z.object({
        address,
        by: address,
        facts,
        remains: facts.optional(),
        requires: z.array(address),
      }),
    ),
    closing: z.array(z.object({ summary: z.string(), request })).default([]),
    temporary: z
      .array(
        z.object({
          address,
          facts,
          before: facts.optional(),
          for: z.array(address),
          why: z.string(),
        }),
      )
      .default([]),
  });
});

/** Throws on an invalid form or another estate. */
export function parseJournal(text: string, estate: string): Journal {
  const { losses, ...found } = storedIn(text, stored);
  expectOwn("the journal belongs", found.estate, estate);
  const temporary = found.temporary.map(({ before, ...one }) => ({
    ...one,
    ...defined({ before }),
  }));
  const effects = losses.map(({ by, remains, ...live }) => {
    return { live: { ...live, ...defined({ remains }) }, by };
  });
  const closing = found.closing.map(({ summary, request: { mediaType, body, ...rest } }) => ({
    summary,
    request: { ...rest, ...defined({ mediaType, body }) },
  }));
  return { effects, closing, temporary };
}

/** The stored form. */
export function renderJournal({ effects, closing, temporary }: Journal, estate: string): string {
  return storedText("1.0", estate, {
    losses: effects.map(({ live, by }) => ({
      address: live.address,
      by,
      facts: { ...live.facts, ...live.carried },
      remains: live.remains,
      requires: live.requires,
    })),
    ...(closing.length === 0 ? {} : { closing }),
    ...(temporary.length === 0 ? {} : { temporary }),
  });
}

/** The journal of one run. */
export interface RunJournal {
  /** Before the first request; resolves once the journal is on disk. */
  readonly begin: (journal: Journal) => Promise<void>;
  /** After the last request; what is missing or unsent is kept for the next run. */
  readonly end: (missing: Journal) => Promise<void>;
  readonly writes: () => number;
}

/** `left` is what an earlier run left behind. */
export function openJournal(store: JournalStore, left: Journal | undefined): RunJournal {
  let writes = 0;
  let kept = left;
  const save = async (journal: Journal) => {
    await store.save(journal);
    writes++;
    kept = journal;
  };
  return {
    writes: () => writes,
    begin: async (journal) => {
      if (!isEmpty(journal) && !isSame(journal, kept)) await save(journal);
    },
    end: async (missing) => {
      if (kept === undefined || (!isEmpty(missing) && isSame(missing, kept))) return;
      if (!isEmpty(missing)) return save(missing);
      await store.clear();
      writes++;
      kept = undefined;
    },
  };
}

/** Whether a journal holds nothing. */
export function isEmpty({ effects, closing, temporary }: Journal): boolean {
  return effects.length === 0 && closing.length === 0 && temporary.length === 0;
}

function isSame(one: Journal, other: Journal | undefined): boolean {
  return other !== undefined && renderJournal(one, "") === renderJournal(other, "");
}
