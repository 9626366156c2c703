/** Operations on all regular nouns (`model/noun.ts`). */
import { plainNouns, type AnyPlainNoun } from "../../model/nouns.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import { creates, lists, reads, removes, updates, type Operations } from "./operation.ts";

/** Errors of POST and PUT. */
const ofBodies: readonly CatalogErrorCode[] = ["name-taken", "field-required"];

export const regularOperations: Operations = Object.assign({}, ...plainNouns.map(operationsOf));

function operationsOf({ member, label }: AnyPlainNoun): Operations {
  const one = `a ${label}`;
  return {
    [`${member}s`]: {
      GET: lists(`List ${label}s`),
      POST: creates(`Create ${one}`, { refuses: ofBodies }),
    },
    [member]: {
      GET: reads(`Read ${one}`),
      PUT: updates(`Change ${one}`, { refuses: ["not-found", ...ofBodies] }),
      DELETE: removes(`Remove ${one}`),
    },
  };
}

export const regularParameters: Readonly<Record<string, string>> = Object.fromEntries(
  plainNouns.map(({ member, label }) => [member, `Name of a ${label}`]),
);
