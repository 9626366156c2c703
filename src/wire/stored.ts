/** Documents that Plumbline keeps for itself as JSON: read by their schema, and as those of one estate. */
import { Failure } from "../model/failure.ts";
import { jsonIn } from "./json.ts";

/** What reads a form, as schemas do. */
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

/** Reads a stored form. Throws WireError for what is no JSON, and Failure for another form. */
export function storedIn<Form>(text: string, schema: Schema<Form>): Form {
  return ofForm(jsonIn(text), schema);
}

/** A value as what it is stored as. Throws Failure for another form. */
export function ofForm<Form>(value: unknown, schema: Schema<Form>): Form {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Failure(`${issue?.path.join(".")}: ${issue?.message}`);
}

/** Throws Failure where a document is another estate's; `what` names it. */
export function expectOwn(what: string, owner: string, estate: string): void {
  if (owner !== estate) throw new Failure(`${what} to the estate ${owner}, not to ${estate}`);
}
