/** All operations by their verb. */
import { cleanSchemas, rebuildSchemas } from "./document-schemas.ts";
import type { Operation } from "./operation.ts";
import { recalculate } from "./recalculate.ts";
import { reset } from "./reset.ts";
import { seed, truncate } from "./tiles.ts";

/** Each verb with what it takes, sends and looks at. */
export const operations = {
  "clean-schemas": cleanSchemas,
  "rebuild-schemas": rebuildSchemas,
  recalculate,
  reset,
  seed,
  truncate,
} as const satisfies Readonly<Record<string, Operation>>;

/** A word of the command line. */
export type OperationVerb = keyof typeof operations;
