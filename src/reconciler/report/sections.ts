/** What a plan says beside its changes and requests: objects and sentences under titles, in every form. Pure. */
import type { ChangeDocument, PlanDocument } from "./documents.ts";
import { differenceLines, type Shown } from "./unlike.ts";

/** What a section is about. */
export type Topic =
  | "consequences"
  | "transfers"
  | "adopted"
  | "skipped"
  | "orphans"
  | "recovered"
  | "secrets";

/** Lines under a title. */
export interface Section {
  readonly topic: Topic;
  readonly title: string;
  readonly lines: readonly SectionLine[];
}

/** One line of a section. */
export interface SectionLine {
  /** The object that it is about; the whole sentence where it is about none. */
  readonly address: string;
  /** What is said of the object. */
  readonly text: string;
  /** Its fields, where they count. */
  readonly rows: readonly Row[];
}

/** A line of a change: what it is about, and what is so. */
export type Row = readonly [label: string, text: string];

/** The sections of a plan that have anything to say. */
export function planSections(plan: PlanDocument, shown: Shown = {}): readonly Section[] {
  const changed = new Set(plan.changes.map(({ address }) => address));
  const transferred = plan.takeovers.filter(({ address }) => !changed.has(address));
  const sections: readonly Section[] = [
    section("consequences", "As a consequence", plan.consequences.map(named)),
    section(
      "transfers",
      "As declared, but another estate owns them until they are transferred",
      transferred.map(({ address, estate }) => line(address, `(${estate})`)),
    ),
    section(
      "adopted",
      "As declared already, and taken into ownership",
      (plan.adopted ?? []).map(named),
    ),
    section(
      "skipped",
      "Skipped, although not as declared",
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
      "Deleted by a run that was cut off, and brought back now",
      plan.recovers.map(({ address, went_with: by }) => line(address, `(deleted with ${by})`)),
    ),
    section(
      "secrets",
      "Secrets that are not given here",
      (plan.secrets ?? []).map((one) => line(one.address, secretText(one))),
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

/** What a secret that was not given means for a plan. */
function secretText({
  secret,
  needed,
  reason,
}: NonNullable<PlanDocument["secrets"]>[number]): string {
  return `${secret} ${needed ? "is needed to apply this" : "not compared"}: ${reason}`;
}

/** What differs inside the files of an object: as many lines as are shown. */
export function differenceRows(
  { differences }: Pick<ChangeDocument, "differences">,
  shown: Shown = {},
): readonly Row[] {
  return differenceLines(differences, shown).map((line): Row => ["", line]);
}

/** The fields that differ, with the words for it. */
export function fieldRows({ fields }: Pick<ChangeDocument, "fields">): readonly Row[] {
  return fields.flatMap(({ label, text }): readonly Row[] =>
    text === null ? [] : [[label, text]],
  );
}
