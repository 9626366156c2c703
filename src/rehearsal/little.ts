/**
 * Plans that only create and update objects that no store publishes. The copy holds only the
 * changed objects and their dependencies; the rest is neither copied nor planned there.
 */
import type { Address } from "../model/address.ts";
import { addressSet, byAddress, type AddressSet } from "../model/address-map.ts";
import { digestOfValue } from "../model/digest.ts";
import type { PlanInput } from "../reconciler/engine/plan/stages.ts";
import type { Change, Plan } from "../reconciler/engine/plan/plan.ts";
import { ownedAt, ownedObject, type Inventory } from "../reconciler/inventory/inventory.ts";
import type { Resource } from "../reconciler/kind.ts";
import type { Copying } from "./copying.ts";
import { copyFiles, filesIn } from "./files.ts";
import type { PlanWithInput } from "./dependencies.ts";
import { copyStyles } from "./styles.ts";
import { copyWorkspaces } from "./workspaces.ts";

/** Kinds that contain nothing and belong only to a workspace. */
const ALONE: ReadonlySet<string> = new Set(["Workspace", "Style"]);

/** Undefined for a plan with a larger reach. */
export function closureOf(
  { changes, steps, resumes, orphans, skipped }: Plan,
  resources: readonly Resource[],
): AddressSet | undefined {
  const changing = changes.filter(({ action, owner }) => action !== "none" || owner !== undefined);
  const hasEffects = steps.some((step) => step.effects.length > 0);
  if (hasEffects || resumes.length + orphans.length + skipped.length > 0) return undefined;
  if (!changing.every(isLittle)) return undefined;
  const declared = byAddress(resources);
  const closure = addressSet();
  const add = (address: Address): boolean => {
    if (!ALONE.has(address.kind)) return false;
    if (closure.has(address)) return true;
    closure.add(address);
    return (declared.get(address)?.requires ?? []).every(add);
  };
  return changing.every(({ address }) => add(address)) ? closure : undefined;
}

/** Names and URIs of workspaces are unique, so a change of one reaches all workspaces. */
function isLittle({ address, action, formerly, owner }: Change): boolean {
  const isPlain = formerly === undefined && owner === undefined && address.kind !== "Workspace";
  return isPlain && (action === "create" || action === "update");
}

/** The estate restricted to a closure, if any. */
export function narrowed(
  { resources, exclusiveScopes }: Pick<PlanInput, "resources" | "exclusiveScopes">,
  closure: AddressSet | undefined,
): Pick<PlanInput, "resources" | "exclusiveScopes"> {
  if (closure === undefined) return { resources, exclusiveScopes };
  const own = resources.filter(({ address }) => closure.has(address));
  return { resources: own, exclusiveScopes: [] };
}

/**
 * Changes outside of the closure that are recorded nevertheless: plain adoptions, and records in
 * another form.
 */
export function recordedBeside(
  { changes }: Plan,
  inventory: Inventory,
  closure: AddressSet,
): readonly Change[] {
  return changes.filter(({ address, after, lifecycle }) => {
    if (closure.has(address) || after === undefined) return false;
    const before = ownedAt(inventory, address);
    const next = ownedObject(after, { ...before, lifecycle });
    return before === undefined || digestOfValue(next) !== digestOfValue(before);
  });
}

/** Copies the closure, the state files, and files at the place of new styles. */
export async function copyLittle(
  copying: Copying,
  { stateFiles, seen }: Pick<PlanWithInput, "stateFiles" | "seen">,
  closure: AddressSet,
): Promise<void> {
  const all = [...closure];
  const styles = all.filter(({ kind }) => kind === "Style");
  const workspaces = all.filter(({ kind }) => kind === "Workspace").map(({ name }) => name);
  await copyWorkspaces(copying, workspaces);
  const isNear = (file: string) =>
    styles.some(({ name }) => file.slice(file.lastIndexOf("/") + 1).startsWith(`${name}.`));
  await copyFiles(copying, new Set([...stateFiles, ...filesIn(seen).filter(isNear)]));
  await copyStyles(copying, styles);
}
