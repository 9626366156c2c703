/** `plumbline schema`: JSON Schemas of manifests and of the project file. */
import { z } from "zod";
import { patchSchema } from "../reconciler/manifest/overlay.ts";
import { manifestKinds, manifestSchema } from "../reconciler/manifest/parse.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { jsonDocument, note } from "./output.ts";
import { projectSchema } from "./project.ts";

const OPTIONS = { io: "input", target: "draft-7" } as const;

/** Schemas by name: one per kind, `project`, and `manifest` for any kind. */
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
  ]);
}

/** Prints one schema. */
export function runSchema(kind: string): ExitCode {
  const known = schemas();
  const found = known.get(kind);
  if (found === undefined) {
    note(`There is no kind ${kind}; known are ${[...known.keys()].toSorted().join(", ")}.\n`);
    return exitCodes.usage;
  }
  jsonDocument(found);
  return exitCodes.success;
}
