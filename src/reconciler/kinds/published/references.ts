/** References to styles, layers and groups in manifests, and the meaning of bare names. */
import { z } from "zod";
import type { Address } from "../../../model/address.ts";
import { qualifiedName, splitQualifiedName } from "../../../model/layer.ts";
import type { Position } from "../../../model/diagnostic.ts";
import type { Naming } from "../../kind.ts";

export const reference = z
  .string()
  .regex(/^(?:[^:/]+:)?[^:/]+$/, "must be a name, or a workspace and a name as workspace:name");

export type IsDeclared = (address: Address) => boolean;

/**
 * A bare name is global, else of the workspace, as servers resolve it (docs/compatibility.md,
 * "Layers"). Only declared objects count. Requests always name the workspace, so that servers
 * find the same object.
 */
export function globalFirst(
  kind: "Style" | "LayerGroup",
  text: string,
  { workspace, isDeclared }: { workspace: string | null; isDeclared: IsDeclared },
): Address {
  const split = splitQualifiedName(text);
  const named = { kind, ...split };
  if (split.workspace !== null || workspace === null) return named;
  const own = { ...named, workspace };
  return !isDeclared(named) && isDeclared(own) ? own : named;
}

export function nameOf({ workspace, name }: Address): string {
  return qualifiedName(workspace, name);
}

/** The hint for a bare name tells how to name an object of the workspace. */
export function naming(
  address: Address,
  where: Position,
  workspace: string | null,
): readonly [Address, Naming] {
  const bare = address.workspace === null && workspace !== null;
  const hint = `If it is one of the workspace, name it ${workspace}:${address.name}.`;
  return [address, { where, ...(bare ? { hint } : {}) }];
}
