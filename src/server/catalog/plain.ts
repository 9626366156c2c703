/** Commands on plain nouns (`model/noun.ts`). */
import { type Part, usualOf } from "../../model/schema.ts";
import { nameProblem } from "../../model/name.ts";
import type { PlainObject, PlainPatch } from "../../model/noun.ts";
import type { AnyPlainNoun, PlainRecord } from "../../model/nouns.ts";
import { CatalogError } from "./errors.ts";
import type { ObjectNoun } from "./objects.ts";
import { merged } from "./patch.ts";
import type { RecordValues } from "./records.ts";

type Value = Omit<PlainObject, "name">;

/** Required fields are checked; a body keeps what it omits, unless a stock server resets that. */
export function plainCommands(noun: AnyPlainNoun): ObjectNoun<PlainRecord, PlainPatch> {
  const { record, label, refusals } = noun;
  const fields = noun.document.fields as Readonly<Record<string, Part>>;
  const reset = Object.entries(fields).filter(([, field]) => field.isUsualWhenUnsaid);
  const unsaid = usualOf(Object.fromEntries(reset));
  const complete = (before: Value, patch: PlainPatch) => {
    const after = merged<Value>(before, patch);
    for (const [field, message = ""] of Object.entries(noun.required))
      if ((after[field] ?? "") === "") throw new CatalogError("field-required", message);
    return after as unknown as RecordValues[PlainRecord];
  };
  return {
    record,
    /** Deviation: one-of-each-name. */
    checkFree: async (reader, { name }) => {
      if ((await reader.get(record, null, name)) !== undefined)
        throw new CatalogError("name-taken", refusals.taken(name));
      if (name === "") throw new CatalogError("field-required", refusals.unnamed);
      const problem = nameProblem(name);
      if (problem !== undefined)
        throw new CatalogError("name-invalid", `The name of the ${label}, '${name}', ${problem}`);
    },
    created: ({ change }) => complete(usualOf(fields), change),
    changed: (before, { change, dialect }) =>
      complete({ ...before, ...(dialect.unsaidFields === "usual" ? unsaid : {}) }, change),
    renamed: async () => undefined,
  };
}
