/** `plumbline schema`: JSON Schemas of manifests and of output documents. */
import { z } from "zod";
import { kindNamed } from "../../model/kind-name.ts";
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

/** Reports contain plans several times, so shared parts become references. */
const SHARED = { ...OPTIONS, reused: "ref" } as const;

const others: Readonly<Record<string, () => object>> = {
  project: () => ({ ...z.toJSONSchema(projectSchema, OPTIONS), title: "Project" }),
  patch: () => ({ ...z.toJSONSchema(patchSchema(), OPTIONS), title: "Patch" }),
  manifest: anySchema,
  plan: () => ({ ...z.toJSONSchema(planDocumentSchema, OPTIONS), title: "Plan" }),
  report: () => ({ ...z.toJSONSchema(reportDocumentSchema, SHARED), title: "Report" }),
};

/** One name per kind, `manifest` for any kind, and the other documents. */
export function schemaNames(): readonly string[] {
  return [...manifestKinds.keys(), ...Object.keys(others)].toSorted();
}

/** Undefined for an unknown name. */
export function schemaOf(name: string): object | undefined {
  const kind = manifestKinds.get(name);
  if (kind === undefined) return Object.hasOwn(others, name) ? others[name]?.() : undefined;
  const schema = z.toJSONSchema(manifestSchema(kind), OPTIONS);
  return { ...schema, title: name, description: kind.manifest?.description };
}

function anySchema(): object {
  const kinds = [...manifestKinds.keys()].map((name) => {
    const { $schema: _dialect, ...schema } = { $schema: "", ...schemaOf(name) };
    return schema;
  });
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Plumbline manifest",
    oneOf: kinds,
  };
}

/** Prints one schema. */
export function runSchema(_given: object, kind: string): CommandResult {
  const names = schemaNames();
  const document = schemaOf(kindNamed(kind, names) ?? "");
  if (document !== undefined)
    return { code: exitCodes.success, document, text: `${JSON.stringify(document, null, 2)}\n` };
  return ended(exitCodes.usage, `${unknownWord("kind", kind, names)}\n`);
}
