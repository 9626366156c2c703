/** How manifests name styles, layers and groups, and what a bare name means. */
import { z } from "zod";
import type { Address } from "../../../model/address.ts";
import { qualifiedName, splitQualifiedName } from "../../../model/layer.ts";
import type { Position } from "../../../model/diagnostic.ts";
import type { Naming } from "../../kind.ts";

/** A name with or without workspace. */
export const reference = z
  .string()
  .regex(/^(?:[^:/]+:)?[^:/]+$/, "must be a name, or a workspace and a name as workspace:name");

/** Says whether something is declared. */
export type IsDeclared = (address: Address) => boolean;

/**
 * The style or group that a name means where it is used in a workspace: a bare one is global, else
 * of that workspace, as servers look for it (docs/compatibility.md, "Layers"). Only what is declared
 * decides; what is sent has its workspace, so that servers find the same.
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

/** A name as servers show it. */
export function nameOf({ workspace, name }: Address): string {
  return qualifiedName(workspace, name);
}

/** Where something is named; of a bare name, how one of the workspace would be named. */
export function naming(
  address: Address,
  where: Position,
  workspace: string | null,
): readonly [Address, Naming] {
  const bare = address.workspace === null && workspace !== null;
  const hint = `If it is one of the workspace, name it ${workspace}:${address.name}.`;
  return [address, { where, ...(bare ? { hint } : {}) }];
}
