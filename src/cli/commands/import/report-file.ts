/** The file beside the manifests that lists what an import could not express. */
import { compareText, formatAddress, type Address } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { Undeclared } from "../../../reconciler/kind.ts";
import { sortsOf, type Imported } from "../../../reconciler/import/import.ts";

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
    section("Lost protection", lines(lost), UNPROTECTED),
    section("Objects without a manifest", lines(others)),
    section(
      "Objects that have more than their manifest says",
      partly.map(
        ({ address, file, notes: remarks }) =>
          `${addressed(address)}, ${code(file)}: ${remarks.join(", ")}`,
      ),
      "Another server would get them without. With `lifecycle: observe` in its metadata, Plumbline compares an object and never writes it; `plumbline import --observe-incomplete` gives it to all of these.",
    ),
    section(
      "Objects that name what the source does not have",
      objects
        .filter(({ missing }) => missing.length > 0)
        .map(
          ({ address, file, missing }) =>
            `${addressed(address)}, ${code(file)}: ${missing.join(", ")}`,
        ),
      "The manifests say all that is there.",
    ),
    section(
      "Left out on purpose",
      lines(chosen),
      "Nothing is wrong with these. To have them elsewhere as they are here, do by hand what the line says.",
    ),
    section(
      "Files of the data directory that were not read, or not as a whole",
      notes.map(noteLine).toSorted(compareText),
    ),
    section("Secrets to set before a plan", secrets),
  ].filter((text) => text !== "");
  const all = sections.length === 0 ? ["Manifests say all of it.\n"] : sections;
  return [`# Import of ${oneLine(source)}\n`, INTRODUCTION, ...all].join("\n");
}

const UNPROTECTED =
  "No manifest says these rules. On another server accounts may do what they prevent here.";

const INTRODUCTION = "What the manifests here do not say. Nothing reads this file.\n";

function section(title: string, lines: readonly string[], advice?: string): string {
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
