/** Operations on all plain nouns (`model/noun.ts`). */
import { plainNouns } from "../../model/nouns.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import { lists, objects, type Operations } from "./operation.ts";
import type { DescribedDocument } from "./schemas.ts";

/** Errors of POST and PUT. */
const refuses: readonly CatalogErrorCode[] = ["name-taken", "field-required"];

export const plainOperations: Operations = Object.assign(
  {},
  ...plainNouns.map(({ record, label, document }) =>
    objects(record, {
      label,
      documents: [document as DescribedDocument],
      list: lists(`List ${label}s`),
      create: { refuses },
      update: { refuses: ["not-found", ...refuses] },
    }),
  ),
);
