/** The sections of a plan beside its changes and requests. Pure. */
import type { ChangeDocument, PlanDocument } from "./documents.ts";
import { differenceLines, type Shown } from "./unlike.ts";

export type Topic =
  | "consequences"
  | "transfers"
  | "adopted"
  | "skipped"
  | "orphans"
  | "recovered"
  | "secrets";

export interface Section {
  readonly topic: Topic;
  readonly title: string;
  readonly lines: readonly SectionLine[];
}

export interface SectionLine {
  /** The whole sentence if the line is about no object. */
  readonly address: string;
  readonly text: string;
  readonly rows: readonly Row[];
}

export type Row = readonly [label: string, text: string];

/** The title of who gains or loses access. */
export const CONSEQUENCES = "As a consequence";

/** Empty sections are left out. */
export function planSections(plan: PlanDocument, shown: Shown = {}): readonly Section[] {
  const changed = new Set(plan.changes.map(({ address }) => address));
  const transferred = plan.takeovers.filter(({ address }) => !changed.has(address));
  const sections: readonly Section[] = [
    section("consequences", CONSEQUENCES, plan.consequences.map(named)),
    section(
      "transfers",
      "As declared, but another estate owns them until they are transferred",
      transferred.map(({ address, estate }) => line(address, `(${estate})`)),
    ),
    section("adopted", "Adopted, already in sync", (plan.adopted ?? []).map(named)),
    section(
      "skipped",
      "Skipped, although out of sync",
      plan.left_alone.map((left) => ({
        ...line(left.address, left.text),
        rows: [...fieldRows(left), ...differenceRows(left, shown)],
      })),
    ),
    section(
      "orphans",
      "No longer declared, and kept because pruning is off (--prune=owned deletes)",
      plan.orphans.map(named),
    ),
    section(
      "recovered",
      "Deleted by an interrupted run, and restored now",
      plan.recovers.map(({ address, went_with: by }) => line(address, `(deleted with ${by})`)),
    ),
    section(
      "secrets",
      "Secrets that are not given here",
      (plan.secrets ?? []).map(({ address, secret, needed, reason }) => {
        const what = needed ? "is needed to apply this" : "not compared";
        return line(address, `${secret} ${what}: ${reason}`);
      }),
    ),
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function section(topic: Topic, title: string, lines: readonly SectionLine[]): Section {
  return { topic, title, lines };
}

function named(address: string): SectionLine {
  return line(address, "");
}

function line(address: string, text: string): SectionLine {
  return { address, text, rows: [] };
}

export function differenceRows(
  { differences }: Pick<ChangeDocument, "differences">,
  shown: Shown = {},
): readonly Row[] {
  return differenceLines(differences, shown).map((line): Row => ["", line]);
}

export function fieldRows({ fields }: Pick<ChangeDocument, "fields">): readonly Row[] {
  return fields.flatMap(({ label, text }): readonly Row[] =>
    text === null ? [] : [[label, text]],
  );
}
