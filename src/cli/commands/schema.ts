/** `plumbline schema`: JSON Schemas of what people write and of what commands print for programs. */
import { z } from "zod";
import { unknownWord } from "../../model/nearest.ts";
import { patchSchema } from "../../reconciler/manifest/overlay.ts";
import { manifestKinds, manifestSchema } from "../../reconciler/manifest/parse.ts";
import {
  planDocumentSchema,
  reportDocumentSchema,
} from "../../reconciler/report/document-schema.ts";
import { ended, type CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";
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
  const patch = { ...z.toJSONSchema(patchSchema(), OPTIONS), title: "Patch" };
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

/** One schema. */
export function runSchema(kind: string): CommandResult {
  const known = schemas();
  const names = [...known.keys()].toSorted();
  const name = names.find((one) => one.toLowerCase() === kind.toLowerCase()) ?? "";
  const document = known.get(name);
  if (document !== undefined)
    return { code: exitCodes.success, document, text: `${JSON.stringify(document, null, 2)}\n` };
  return ended(exitCodes.usage, `${unknownWord("kind", kind, names)}\n`);
}
