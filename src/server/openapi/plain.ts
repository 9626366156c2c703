/** Operations on all plain nouns (`model/noun.ts`). */
import { plainNouns } from "../../model/nouns.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import { creates, lists, objects, removes, updates, type Operations } from "./operation.ts";
import type { DescribedDocument } from "./schemas.ts";

/** Errors of POST and PUT. */
const ofBodies: readonly CatalogErrorCode[] = ["name-taken", "field-required"];

export const plainOperations: Operations = Object.assign(
  {},
  ...plainNouns.map(({ member, label, document }) =>
    objects(member, {
      label,
      documents: [document as DescribedDocument],
      list: lists(`List ${label}s`),
      create: creates(`Create a ${label}`, { refuses: ofBodies }),
      update: updates(`Change a ${label}`, { refuses: ["not-found", ...ofBodies] }),
      remove: removes(`Remove a ${label}`),
    }),
  ),
);
