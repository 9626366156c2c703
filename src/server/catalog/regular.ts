/** Commands on all regular nouns (`model/noun.ts`). */
import { usualOf, type Field } from "../../model/fields.ts";
import { nameProblem } from "../../model/name.ts";
import type { PlainObject, PlainPatch } from "../../model/noun.ts";
import type { AnyPlainNoun, PlainRecord } from "../../model/nouns.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { merged } from "./patch.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

type Value = Omit<PlainObject, "name">;

/** Returns the name. Throws if it is taken or missing, or a required field is. */
export async function createRegular(
  writer: CatalogWriter,
  noun: AnyPlainNoun,
  patch: PlainPatch,
): Promise<string> {
  const { name = "" } = patch;
  await checkFree(writer, noun, name);
  await putRegular(writer, noun, { name, value: usualOf(tableOf(noun)), patch });
  return name;
}

/** A body keeps the fields that it omits, except those that a stock server resets. */
export async function updateRegular(
  writer: CatalogWriter,
  { noun, dialect }: { readonly noun: AnyPlainNoun; readonly dialect: Dialect },
  { name: from, value }: Stored<PlainRecord>,
  patch: PlainPatch,
): Promise<void> {
  const { name = from } = patch;
  if (name !== from) await checkFree(writer, noun, name);
  const unsaid = dialect.unsaidFields === "usual" ? usualWhenUnsaid(noun) : {};
  await putRegular(writer, noun, { name: from, value: { ...value, ...unsaid }, patch });
  if (name !== from) await writer.rename(keyOf(noun, from), { workspace: null, name });
}

/** Removes an object. */
export async function removeRegular(
  writer: CatalogWriter,
  noun: AnyPlainNoun,
  { name }: Stored<PlainRecord>,
): Promise<void> {
  await writer.remove(keyOf(noun, name));
}

function keyOf({ record }: AnyPlainNoun, name: string) {
  return { kind: record, workspace: null, name } as const;
}

function tableOf({ document }: AnyPlainNoun): Readonly<Record<string, Field>> {
  return document.fields as Readonly<Record<string, Field>>;
}

function usualWhenUnsaid(noun: AnyPlainNoun): Value {
  const fields = Object.entries(tableOf(noun)).filter(([, field]) => field.isUsualWhenUnsaid);
  return usualOf(Object.fromEntries(fields));
}

/** Deviation: one-of-each-name. */
async function checkFree(
  reader: CatalogReader,
  { record, label, refusals }: AnyPlainNoun,
  name: string,
): Promise<void> {
  if ((await reader.get(record, null, name)) !== undefined)
    throw new CatalogError("name-taken", refusals.taken(name));
  if (name === "") throw new CatalogError("field-required", refusals.unnamed);
  const problem = nameProblem(name);
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The name of the ${label}, '${name}', ${problem}`);
}

async function putRegular(
  writer: CatalogWriter,
  noun: AnyPlainNoun,
  { name, value, patch }: { name: string; value: Value; patch: PlainPatch },
): Promise<void> {
  const after = merged<Value>(value, patch);
  for (const [field, message = ""] of Object.entries(noun.required))
    if ((after[field] ?? "") === "") throw new CatalogError("field-required", message);
  await writer.put(keyOf(noun, name), after as Stored<PlainRecord>["value"]);
}
