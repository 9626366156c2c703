/** Dangers as what stops a plan until they are accepted by name. */
import type { Danger } from "../../kind.ts";
import { acceptance, type Block } from "../plan/plan.ts";

/** A danger as a block. */
export function asBlock({ name, message }: Danger): Block {
  return { name, message, hint: acceptance(name) };
}
