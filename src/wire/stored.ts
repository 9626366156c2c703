/** JSON documents that Plumbline stores, by schema and estate. */
import { Failure } from "../model/failure.ts";
import { jsonIn } from "./json.ts";

interface Schema<Form> {
  readonly safeParse: (value: unknown) => Parsed<Form>;
}

type Parsed<Form> =
  | { readonly success: true; readonly data: Form }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Throws WireError for invalid JSON, and Failure for another form. */
export function storedIn<Form>(text: string, schema: Schema<Form>): Form {
  return ofForm(jsonIn(text), schema);
}

/** Throws Failure for another form. */
export function ofForm<Form>(value: unknown, schema: Schema<Form>): Form {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Failure(`${issue?.path.join(".")}: ${issue?.message}`);
}

/** Throws Failure for a document of another estate; `what` names the document. */
export function expectOwn(what: string, owner: string, estate: string): void {
  if (owner !== estate) throw new Failure(`${what} to the estate ${owner}, not to ${estate}`);
}

/** The text of a document of an estate. */
export function storedText(version: string, estate: string, content: object): string {
  return `${JSON.stringify({ format_version: version, estate, ...content }, null, 1)}\n`;
}
