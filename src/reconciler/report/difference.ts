/** Renders the difference of two versions as text and as a document. Pure. */
import { formatAddress } from "../../model/address.ts";
import { count } from "../../model/count.ts";
import { differenceLine } from "../../wire/difference.ts";
import type { FileDifference } from "../compare/files.ts";
import type { ObjectDifference } from "../compare/objects.ts";
import { fieldDocument } from "./json.ts";
import { twoSidesText } from "./field-text.ts";
import type { Paint } from "./text.ts";
import { contentDifferenceDocument } from "./unlike.ts";

/** The result of a comparison. `files` are the files of two artefacts that belong to no object. */
export interface Comparison {
  readonly objects: readonly ObjectDifference[];
  readonly files: readonly FileDifference[];
}

/** Whether both sides mean the same. */
export function isEqual({ objects, files }: Comparison): boolean {
  return objects.length === 0 && files.length === 0;
}

/** Makes the document of a comparison, without the version of the format. */
export function differenceDocument(comparison: Comparison) {
  return {
    equal: isEqual(comparison),
    objects: comparison.objects.map(({ address, state, fields, files }) => ({
      address: formatAddress(address),
      kind: address.kind,
      state,
      fields: fields.map(fieldDocument),
      files: files.map(fileDocument),
    })),
    files: comparison.files.map(fileDocument),
  };
}

function fileDocument({ path, state, differences, patch }: FileDifference) {
  return {
    path,
    state,
    differences: differences.map(contentDifferenceDocument),
    patch: patch ?? null,
  };
}

/** Makes the text of a comparison. */
export function renderDifference(comparison: Comparison, paint: Paint): string {
  if (isEqual(comparison)) return "Both mean the same.\n";
  const objects = comparison.objects.map((one) => {
    const fields = one.fields.map((field) => `    ${twoSidesText(field)}\n`);
    const files = one.files.map((file) => renderFile(file, "    ", paint));
    return `${head(one.state, formatAddress(one.address), "", paint)}${[...fields, ...files].join("")}`;
  });
  const files = comparison.files.map((file) => renderFile(file, "", paint));
  return `${[...objects, ...files].join("")}\n${summaryOf(comparison)}\n`;
}

const symbols = { added: "+", removed: "-", changed: "~" } as const;
const colours = { added: "green", removed: "red", changed: "yellow" } as const;

function head(
  state: ObjectDifference["state"],
  name: string,
  indent: string,
  paint: Paint,
): string {
  return `${indent}${paint(colours[state], symbols[state])} ${paint("bold", name)}\n`;
}

function renderFile(
  { path, state, differences, patch }: FileDifference,
  indent: string,
  paint: Paint,
): string {
  const lines = differences.map((one) => `${indent}    ${differenceLine(one)}\n`);
  // A patch is printed without indentation, so that programs can read it.
  return `${head(state, path, indent, paint)}${lines.join("")}${patch ?? ""}`;
}

function summaryOf({ objects, files }: Comparison): string {
  const [number, noun] = objects.length > 0 ? [objects.length, "object"] : [files.length, "file"];
  return `${number} ${noun}${number === 1 ? " differs" : "s differ"}.`;
}

/** What was left out, as manifests cannot express it. */
export function unsaid(what: "compared" | "looked at", addresses: readonly string[]): string {
  if (addresses.length === 0) return "";
  const lines = addresses.map((one) => `  ${one}\n`).join("");
  return `\nNot ${what}, because no manifest says it: ${count(addresses.length, "object")}.\n${lines}`;
}
