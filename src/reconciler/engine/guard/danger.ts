/** Turns dangers into blocks. */
import type { Address } from "../../../model/address.ts";
import type { Danger } from "../../kind.ts";
import { acceptance, type Block } from "../plan/plan.ts";

/** `about` are the changed objects that cause the danger. */
export function asBlock({ name, message }: Danger, about: readonly Address[] = []): Block {
  return { name, message, hint: acceptance(name), ...(about.length === 0 ? {} : { about }) };
}
