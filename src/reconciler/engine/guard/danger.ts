/** Dangers as what stops a plan until they are accepted by name. */
import type { Address } from "../../../model/address.ts";
import type { Danger } from "../../kind.ts";
import { acceptance, type Block } from "../plan/plan.ts";

/** A danger as a block; `about` are the changed objects that it comes with. */
export function asBlock({ name, message }: Danger, about: readonly Address[] = []): Block {
  return { name, message, hint: acceptance(name), ...(about.length === 0 ? {} : { about }) };
}
