/**
 * What the deletions of a run cascade to, written down before its first request. A run that is cut
 * off leaves it behind, and the next one brings back what is still missing
 * (docs/decisions/0026-journal.md).
 */
import { z } from "zod";
import type { CascadeEffect } from "../kind.ts";

/** Version of the stored form. */
const JOURNAL_VERSION = "1.0";

/** Where a journal is kept: beside the inventory of its estate. */
export interface JournalStore {
  /** What an earlier run left behind; undefined when none did. Rejects when it cannot be read. */
  readonly load: () => Promise<readonly CascadeEffect[] | undefined>;
  /** Writes it, durably. Rejects when that fails. */
  readonly save: (effects: readonly CascadeEffect[]) => Promise<void>;
  /** Removes it: nothing is missing any more. Rejects when that fails. */
  readonly clear: () => Promise<void>;
}

const facts = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
);

const address = z.object({ kind: z.string(), workspace: z.string().nullable(), name: z.string() });

const stored = z.object({
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
});

/** Reads the stored form. Throws when it is none, or another estate's. */
export function parseJournal(text: string, estate: string): readonly CascadeEffect[] {
  const parsed = stored.safeParse(JSON.parse(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  if (parsed.data.estate !== estate)
    throw new Error(`the journal belongs to the estate ${parsed.data.estate}, not to ${estate}`);
  return parsed.data.losses.map(({ by, remains, ...live }) => ({
    live: remains === undefined ? live : { ...live, remains },
    by,
  }));
}

/** The stored form. */
export function renderJournal(effects: readonly CascadeEffect[], estate: string): string {
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
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** The journal of one run. */
export interface RunJournal {
  /** Before the first request: what deletions will cascade to is on disk when it resolves. */
  readonly begin: (effects: readonly CascadeEffect[]) => Promise<void>;
  /** After the last one: what is still missing stays for the next run. */
  readonly end: (missing: readonly CascadeEffect[]) => Promise<void>;
  /** Writes so far. */
  readonly writes: () => number;
}

/** Keeps the journal of a run; `left` is what an earlier run left behind. */
export function openJournal(
  store: JournalStore,
  left: readonly CascadeEffect[] | undefined,
): RunJournal {
  let writes = 0;
  let kept = left;
  const save = async (effects: readonly CascadeEffect[]) => {
    await store.save(effects);
    writes++;
    kept = effects;
  };
  return {
    writes: () => writes,
    begin: async (effects) => {
      if (effects.length > 0 && !isSame(effects, kept)) await save(effects);
    },
    end: async (missing) => {
      if (kept === undefined || (missing.length > 0 && isSame(missing, kept))) return;
      if (missing.length > 0) return save(missing);
      await store.clear();
      writes++;
      kept = undefined;
    },
  };
}

function isSame(
  one: readonly CascadeEffect[],
  other: readonly CascadeEffect[] | undefined,
): boolean {
  return other !== undefined && renderJournal(one, "") === renderJournal(other, "");
}
