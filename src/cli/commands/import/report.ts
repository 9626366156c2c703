/** Reports an import: what was written, what manifests cannot express, which secrets to set. */
import { count } from "../../../model/count.ts";
import { formatAddress } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { Undeclared } from "../../../reconciler/kind.ts";
import { sortsOf, type Imported, type ImportedObject } from "../../../reconciler/import/import.ts";
import { REPORT_FILE } from "./report-file.ts";
import { diagnosticDocuments } from "../../../reconciler/report/json.ts";

interface Way {
  readonly source: string;
  readonly out: string;
}

export function importDocument(
  { objects, undeclared }: Imported,
  { source, out, diagnostics }: Way & { readonly diagnostics: readonly Diagnostic[] },
) {
  const { needless, chosen, lost, others } = sortsOf(undeclared);
  return {
    source,
    out,
    objects: objects.map(({ address, file, notes, missing }) => ({
      address: formatAddress(address),
      file,
      left_out: notes,
      missing,
    })),
    lost_protection: lost.map(asDocument),
    undeclared: [...lost, ...others].map(asDocument),
    left_out_on_purpose: chosen.map(asDocument),
    needless: needless.map(asDocument),
    secrets: secretsOf(objects).map(([variable, address, what]) => ({ variable, address, what })),
    complete: true,
    diagnostics: diagnosticDocuments(diagnostics),
  };
}

function asDocument({ address, reason }: Undeclared) {
  return { address: formatAddress(address), reason };
}

type SecretLine = readonly [variable: string, address: string, what: string];

function secretsOf(objects: readonly ImportedObject[]): readonly SecretLine[] {
  return objects.flatMap(({ address, secrets }) =>
    secrets.map(({ variable, what }): SecretLine => [variable, formatAddress(address), what]),
  );
}

export function renderImport({ objects, undeclared }: Imported, { source, out }: Way): string {
  const secrets = secretsOf(objects);
  const { needless, chosen, lost, others } = sortsOf(undeclared);
  const lines = (some: readonly Undeclared[]) =>
    some.map(({ address, reason }) => `${formatAddress(address)}  ${reason}`);
  const parts = [
    `Imported ${count(objects.length, "object")} from ${source} into ${out}.\n`,
    section("Lost protection:", lines(lost)),
    section(`Not declared, ${count(others.length, "object")}:`, folded(others)),
    section(
      "Declared, but no field says:",
      noteLines(objects, ({ notes }) => notes),
    ),
    section(
      "Named, but not in the source:",
      noteLines(objects, ({ missing }) => missing),
    ),
    section("Left out on purpose:", folded(chosen)),
    section(
      "Secrets to set before a plan:",
      secrets.map(([variable, address, what]) => `${variable}  ${what} of ${address}`),
    ),
    `${REPORT_FILE} in ${out} keeps this, object by object.\n`,
    needless.length === 0
      ? ""
      : `${needless.length} more need no manifest: every catalog has them, or they come along.\n`,
  ];
  return parts.filter((part) => part !== "").join("\n");
}

/** Larger groups are folded to one line. */
const LINES = 10;

/** Groups objects of one kind and reason; the report file lists each. */
function folded(undeclared: readonly Undeclared[]): readonly string[] {
  const groups = Map.groupBy(undeclared, ({ address: { kind }, reason }) => `${kind} ${reason}`);
  return [...groups.values()].flatMap((group) => {
    const shown = group.length > LINES ? group.slice(0, 1) : group;
    const others = group.length - shown.length;
    const more = others > 0 ? ` and ${others} more` : "";
    return shown.map(({ address, reason }) => `${formatAddress(address)}${more}  ${reason}`);
  });
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `${title}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** Groups objects with the same note; the JSON document lists each. */
function noteLines(
  objects: readonly ImportedObject[],
  said: (object: ImportedObject) => readonly string[],
): readonly string[] {
  const notes = objects.flatMap((object) => {
    const address = formatAddress(object.address);
    return said(object).map((note) => ({ note, address }));
  });
  return [...Map.groupBy(notes, ({ note }) => note)].map(([note, own]) => {
    const [first] = own;
    const others = own.length - 1;
    return `${note}  ${first?.address}${others > 0 ? ` and ${others} more` : ""}`;
  });
}
