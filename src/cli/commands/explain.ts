/** `plumbline explain`: describes a kind or a field. */
import {
  explain,
  type ExplainedField,
  type Explanation,
  type UnknownTopic,
} from "../../reconciler/manifest/explain.ts";
import { manifestKinds } from "../../reconciler/manifest/parse.ts";
import type { Paint } from "../../reconciler/report/text.ts";
import { shortNames } from "../../model/kind-name.ts";
import { unknownWord } from "../../model/nearest.ts";
import type { ExplainFlags } from "../flags/begin.ts";
import { ended, fitted, success, type CommandResult } from "../present/result.ts";
import { indented, tableOf } from "../present/table.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { projectSchema } from "../settings/project.ts";
import type { Given } from "./on-server.ts";

const others = new Map([
  ["Project", { schema: projectSchema, is: "The project file, plumbline.yaml." }],
]);

/** Kinds and documents that can be explained. */
export function topics(): readonly string[] {
  return [...manifestKinds.keys(), ...others.keys()].toSorted();
}

/** Explains a kind or a field, or lists the kinds. */
export function runExplain(
  { flags }: Pick<Given<ExplainFlags>, "flags">,
  topic: string | undefined,
): CommandResult {
  if (topic === undefined) return listKinds();
  const found = explain(topic, others, flags);
  if ("unknown" in found) return ended(exitCodes.usage, `${unknownText(found)}\n`);
  return success(
    documentOf(found),
    fitted((paint) => textOf(found, paint)),
  );
}

function listKinds(): CommandResult {
  const rows = topics().map((name) => {
    const { description = others.get(name)?.is ?? "", workspace = "none" } =
      manifestKinds.get(name)?.manifest ?? {};
    const short = Object.keys(shortNames).filter((one) => shortNames[one] === name);
    return { name, short, workspace, description };
  });
  const texts = rows.map(({ name, short, description }) => {
    const [first = ""] = description.split(/(?<=\.)\s/);
    return [name, short.join(", "), first];
  });
  const text = `${tableOf([["Kind", "Short", "What it is"], ...texts])}\n\n${HOW}\n`;
  return success(
    { kinds: rows },
    fitted(() => text),
  );
}

const HOW = "plumbline explain KIND shows the fields of one, with --recursive those of all levels.";

function unknownText({ unknown, within, known }: UnknownTopic): string {
  if (within === undefined) return unknownWord("kind", unknown, known);
  return known.length === 0
    ? `${within} has no fields.`
    : unknownWord(`field of ${within}:`, unknown, known);
}

function fieldDocument({ path, description, type, required, allowed, ...field }: ExplainedField) {
  const usual = field.default === undefined ? null : (JSON.parse(field.default) as unknown);
  return { path, type, required, default: usual, allowed, description };
}

function documentOf({ topic, kind, fields, ...field }: Explanation) {
  return {
    topic,
    ...fieldDocument(field),
    fields: fields.map(fieldDocument),
    workspace: kind?.workspace ?? null,
    requests: kind?.requests ?? [],
    example: kind?.example ?? null,
  };
}

const places = {
  required: "Lives in a workspace.",
  optional: "Global, or in a workspace.",
  none: "Global.",
} as const;

function textOf(found: Explanation, paint: Paint): string {
  const { topic, path, fields, kind } = found;
  const title = paint("bold", path === "" ? topic : `${topic}.${path}`);
  const about = path === "" ? "" : `  ${notesOn(found)}`;
  const parts = [
    `${title}${about}`,
    [found.description, kind === undefined ? "" : places[kind.workspace]].join(" ").trim(),
    fields.length === 0 ? "" : `Fields:\n${fieldLines(fields)}`,
    kind === undefined ? "" : `Requests that change it:\n${indented(kind.requests.join("\n"))}`,
    kind === undefined ? "" : `Example:\n${indented(kind.example.trimEnd())}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function notesOn({ type, required, default: standard, allowed }: ExplainedField): string {
  const notes = [
    type,
    required ? "required" : "",
    standard === undefined ? "" : `default ${standard}`,
    allowed.length === 0 ? "" : `one of ${allowed.join(", ")}`,
  ];
  return notes.filter((one) => one !== "").join(", ");
}

function fieldLines(fields: readonly ExplainedField[]): string {
  const lines = tableOf(fields.map((field) => [field.path, notesOn(field)])).split("\n");
  return fields
    .map(({ description }, index) => {
      const about = description === "" ? "" : `\n${indented(indented(description))}`;
      return `${indented(lines[index] ?? "")}${indented(about)}`;
    })
    .join("\n");
}
