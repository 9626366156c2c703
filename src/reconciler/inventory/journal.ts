/**
 * What the deletions of a run cascade to, and which requests it sends last, written down before its first request. A run
 * that is cut off leaves it behind; the next one brings back what is still missing, and sends what was not sent
 * (docs/decisions/0026-journal.md, docs/decisions/0060-requests-that-come-last.md).
 */
import { defined } from "../../model/defined.ts";
import { z } from "zod";
import { pathTo } from "../../wire/addressing.ts";
import { expectOwn, storedIn } from "../../wire/stored.ts";
import type { CascadeEffect, ClosingStep, Temporary } from "../kind.ts";

/** What a run that was cut off left behind. */
export interface Journal {
  readonly effects: readonly CascadeEffect[];
  /** Requests that were to come last. */
  readonly closing: readonly ClosingStep[];
  /** What was there only for the time of the run. */
  readonly temporary: readonly Temporary[];
}

/** Version of the stored form. */
const JOURNAL_VERSION = "1.0";

/** Where a journal is kept: beside the inventory of its estate. */
export interface JournalStore {
  /** What an earlier run left behind; undefined when none did. Rejects when it cannot be read. */
  readonly load: () => Promise<Journal | undefined>;
  /** Writes it, durably. Rejects when that fails. */
  readonly save: (journal: Journal) => Promise<void>;
  /** Removes it: nothing is missing any more. Rejects when that fails. */
  readonly clear: () => Promise<void>;
}

/** All that comes last has the server read again; whoever can write the journal has a run send nothing else. */
const closingPaths = [pathTo("reset", {}), pathTo("reload", {}), pathTo("tileCacheReload", {})];

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

/** Reads the stored form. Throws when it is none, or another estate's. */
export function parseJournal(text: string, estate: string): Journal {
  const { losses, ...found } = storedIn(text, stored);
  expectOwn("the journal belongs", found.estate, estate);
  const temporary = found.temporary.map(({ before, ...one }) =>
    before === undefined ? one : { ...one, before },
  );
  const effects = losses.map(({ by, remains, ...live }) => ({
    live: remains === undefined ? live : { ...live, remains },
    by,
  }));
  const closing = found.closing.map(({ summary, request: { mediaType, body, ...rest } }) => ({
    summary,
    request: { ...rest, ...defined({ mediaType, body }) },
  }));
  return { effects, closing, temporary };
}

/** The stored form. */
export function renderJournal({ effects, closing, temporary }: Journal, estate: string): string {
  const document = {
    format_version: JOURNAL_VERSION,
    estate,
    losses: effects.map(({ live, by }) => ({
      address: live.address,
      by,
      facts: { ...live.facts, ...live.carried },
      remains: live.remains,
      requires: live.requires,
    })),
    ...(closing.length === 0 ? {} : { closing }),
    ...(temporary.length === 0 ? {} : { temporary }),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** The journal of one run. */
export interface RunJournal {
  /** Before the first request: what deletions will cascade to, and what comes last, is on disk when it resolves. */
  readonly begin: (journal: Journal) => Promise<void>;
  /** After the last one: what is still missing, and was not sent, stays for the next run. */
  readonly end: (missing: Journal) => Promise<void>;
  /** Writes so far. */
  readonly writes: () => number;
}

/** Keeps the journal of a run; `left` is what an earlier run left behind. */
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

/** Whether it says nothing. */
export function isEmpty({ effects, closing, temporary }: Journal): boolean {
  return effects.length === 0 && closing.length === 0 && temporary.length === 0;
}

function isSame(one: Journal, other: Journal | undefined): boolean {
  return other !== undefined && renderJournal(one, "") === renderJournal(other, "");
}
