/** Reports an import: what was written, what manifests cannot express, which secrets to set. */
import { type Address, compareText, formatAddress } from "../../../model/address.ts";
import { count } from "../../../model/count.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { type Imported, type ImportedObject, sortsOf } from "../../../reconciler/import/import.ts";
import type { Undeclared } from "../../../reconciler/kind.ts";
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
      "Declared, but without these settings, which manifests cannot express:",
      noteLines(objects, ({ notes }) => notes),
    ),
    section(
      "Missing in the source, but named by objects:",
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
      : `${needless.length} more need no manifest: every catalog has them, or they are created with others.\n`,
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

export const REPORT_FILE = "IMPORT.md";

/** The content of the file, deterministic for a source; `notes` are about a data directory. */
export function importReport(
  { objects, undeclared }: Imported,
  { source, notes }: { readonly source: string; readonly notes: readonly Diagnostic[] },
): string {
  const partly = objects.filter((one) => one.notes.length > 0);
  const secrets = objects.flatMap(({ address, secrets: own }) =>
    own.map(({ variable, what }) => `${code(variable)}: ${what} of ${addressed(address)}`),
  );
  const lines = (some: readonly Undeclared[]) =>
    some.map(({ address, reason }) => `${addressed(address)}: ${reason}`);
  const { chosen, lost, others } = sortsOf(undeclared);
  const sections = [
    chapter("Lost protection", lines(lost), UNPROTECTED),
    chapter("Objects without a manifest", lines(others)),
    chapter(
      "Objects that have more than their manifest says",
      partly.map(
        ({ address, file, notes: remarks }) =>
          `${addressed(address)}, ${code(file)}: ${remarks.join(", ")}`,
      ),
      "Another server would get them without. With `lifecycle: observe` in its metadata, Plumbline compares an object and never writes it; `plumbline import --observe-incomplete` gives it to all of these.",
    ),
    chapter(
      "Objects that name what the source does not have",
      objects
        .filter(({ missing }) => missing.length > 0)
        .map(
          ({ address, file, missing }) =>
            `${addressed(address)}, ${code(file)}: ${missing.join(", ")}`,
        ),
      "The manifests describe everything.",
    ),
    chapter(
      "Left out on purpose",
      lines(chosen),
      "Nothing is wrong with these. To have them elsewhere as they are here, do by hand what the line says.",
    ),
    chapter(
      "Files of the data directory that were not read, or not as a whole",
      notes.map(noteLine).toSorted(compareText),
    ),
    chapter("Secrets to set before a plan", secrets),
  ].filter((text) => text !== "");
  const all = sections.length === 0 ? ["Manifests say all of it.\n"] : sections;
  return [`# Import of ${oneLine(source)}\n`, INTRODUCTION, ...all].join("\n");
}

const UNPROTECTED =
  "No manifest says these rules. On another server accounts may do what they prevent here.";

const INTRODUCTION =
  "Settings and objects that these manifests do not describe. Nothing reads this file.\n";

function chapter(title: string, lines: readonly string[], advice?: string): string {
  if (lines.length === 0) return "";
  const items = lines.map((line) => `- ${oneLine(line)}\n`).join("");
  return [`## ${title}\n`, ...(advice === undefined ? [] : [`${advice}\n`]), items].join("\n");
}

function noteLine({ where, message, hint }: Diagnostic): string {
  const line = where?.line === undefined ? "" : `:${where.line}`;
  const place = where === undefined ? "" : `${code(`${where.file ?? ""}${line}`)}: `;
  return `${place}${message}${hint === undefined ? "" : ` ${hint}`}`;
}

function addressed(address: Address): string {
  return code(formatAddress(address));
}

function code(text: string): string {
  return text.includes("`") ? text : `\`${text}\``;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
