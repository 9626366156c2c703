/** `plumbline schema`: JSON Schemas of what people write and of what commands print for programs. */
import { z } from "zod";
import { patchSchema } from "../../reconciler/manifest/overlay.ts";
import { manifestKinds, manifestSchema } from "../../reconciler/manifest/parse.ts";
import { didYouMean } from "../../model/nearest.ts";
import {
  planDocumentSchema,
  reportDocumentSchema,
} from "../../reconciler/report/document-schema.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { jsonDocument, note } from "../process/output.ts";
import { projectSchema } from "../settings/project.ts";

const OPTIONS = { io: "input", target: "draft-7" } as const;

/** A report holds plans in several places; what repeats is written down once. */
const SHARED = { ...OPTIONS, reused: "ref" } as const;

/** Schemas by name: one per kind, `manifest` for any kind, and those of the other documents. */
export function schemas(): ReadonlyMap<string, object> {
  const kinds = [...manifestKinds].map(([name, kind]) => {
    const schema = z.toJSONSchema(manifestSchema(kind), OPTIONS);
    return [name, { ...schema, title: name, description: kind.manifest?.description }] as const;
  });
  const project = { ...z.toJSONSchema(projectSchema, OPTIONS), title: "Project" };
  const patch = { ...z.toJSONSchema(patchSchema, OPTIONS), title: "Patch" };
  const any = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Plumbline manifest",
    oneOf: kinds.map(([, { $schema: _dialect, ...schema }]) => schema),
  };
  return new Map<string, object>([
    ...kinds,
    ["project", project],
    ["patch", patch],
    ["manifest", any],
    ["plan", { ...z.toJSONSchema(planDocumentSchema, OPTIONS), title: "Plan" }],
    ["report", { ...z.toJSONSchema(reportDocumentSchema, SHARED), title: "Report" }],
  ]);
}

/** Prints one schema. */
export function runSchema(kind: string): ExitCode {
  const known = schemas();
  const names = [...known.keys()].toSorted();
  const name = names.find((one) => one.toLowerCase() === kind.toLowerCase()) ?? "";
  const found = known.get(name);
  if (found === undefined) {
    const hint = didYouMean(kind, names);
    const told = `There is no kind ${kind}; known are ${names.join(", ")}.`;
    note(`${told}${hint === undefined ? "" : ` ${hint}`}\n`);
    return exitCodes.usage;
  }
  jsonDocument(found);
  return exitCodes.success;
}
