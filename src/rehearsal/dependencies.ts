/**
 * Finds what a plan reaches: workspaces that it names or read, groups with their content, and users
 * of a style or group that is deleted or renamed.
 */
import { addressSet, type AddressSet } from "../model/address-map.ts";
import type { Plan } from "../reconciler/engine/plan/plan.ts";
import type { PlanInput } from "../reconciler/engine/plan/stages.ts";
import type { LiveGroup } from "../wire/layer-group-settings.ts";
import type { Copying } from "./copying.ts";
import { namesAt } from "./documents.ts";
import { groupsByAddress, membersOf, readGroups, stylesIn } from "./layer-groups.ts";
import { readLayers, type FoundLayer } from "./layers.ts";
import { workspaces as workspaceNoun } from "./nouns.ts";
import type { SeenRead } from "./recorder.ts";
import type { StyleName } from "./styles.ts";

export interface PlanWithInput {
  readonly plan: Plan;
  readonly input: Pick<PlanInput, "resources" | "exclusiveScopes">;
  readonly seen: readonly SeenRead[];
  /** State files of the estate in the catalog. */
  readonly stateFiles: readonly string[];
}

export interface CopiedPart {
  /** Workspaces copied whole. */
  readonly workspaces: readonly string[];
  /** Workspaces of which only the namespace is copied. */
  readonly bare: readonly string[];
  readonly globalGroups: readonly LiveGroup[];
  readonly layers: ReadonlyMap<string, readonly FoundLayer[]>;
  readonly groups: readonly LiveGroup[];
  readonly globalStyles: readonly StyleName[];
  readonly kinds: ReadonlySet<string>;
}

export async function findDependencies(
  copying: Copying,
  about: PlanWithInput,
): Promise<CopiedPart> {
  const all = await namesAt(copying, workspaceNoun, { workspace: null });
  const addresses = addressesOf(about);
  const named = namedIn(addresses, about.seen);
  const own = new Set(all.filter((name) => named.has(name)));
  const everyGlobal = await readGroups(copying, null);
  const going = goingOf(about.plan);
  const touched = touchedGroups(everyGlobal, { own, addresses, going });
  for (const { workspace } of touched.flatMap(membersOf))
    if (workspace !== null) own.add(workspace);
  for (const workspace of await usersOf(copying, going, { all, own })) own.add(workspace);
  const globalGroups = touchedGroups(everyGlobal, { own, addresses, going });
  for (const { workspace } of globalGroups.flatMap(membersOf))
    if (workspace !== null) own.add(workspace);
  const workspaces = all.filter((name) => own.has(name));
  const layers = new Map<string, readonly FoundLayer[]>();
  const groups = [...globalGroups];
  for (const workspace of workspaces) {
    layers.set(workspace, await readLayers(copying, workspace));
    groups.push(...(await readGroups(copying, workspace)));
  }
  const kinds = new Set([...addresses, ...about.input.exclusiveScopes].map(({ kind }) => kind));
  const bare = changesWorkspaces(about.plan) ? all.filter((name) => !own.has(name)) : [];
  const styles = [
    ...[...addresses].filter(({ kind }) => kind === "Style"),
    ...[...layers.values()].flat().flatMap((layer) => layer.styles),
    ...groups.flatMap(stylesIn),
  ].filter(({ workspace }) => workspace === null);
  const byName = new Map(styles.map(({ name }) => [name, { workspace: null, name }]));
  const globalStyles = [...byName.values()];
  return { workspaces, bare, globalGroups, layers, groups, globalStyles, kinds };
}

function addressesOf({ plan, input }: PlanWithInput): AddressSet {
  return addressSet([
    ...plan.changes.flatMap(({ address, formerly, alsoDeletes, comesBack }) => [
      address,
      ...(formerly === undefined ? [] : [formerly]),
      ...alsoDeletes,
      ...comesBack,
    ]),
    ...plan.skipped.map(({ address }) => address),
    ...plan.orphans,
    ...input.resources.flatMap(({ address, requires, parts = [], brings = [] }) => [
      address,
      ...requires,
      ...parts,
      ...brings,
    ]),
  ]);
}

/** Workspaces in addresses and in paths that were read. */
function namedIn(addresses: AddressSet, seen: readonly SeenRead[]): ReadonlySet<string> {
  const named = [...addresses].flatMap(({ kind, workspace, name }) =>
    kind === "Workspace" ? [name] : (workspace ?? []),
  );
  const read = seen.flatMap(({ path }) => {
    const [, root, first = "", below = ""] = path.split("/");
    const segment = decodeURIComponent(first);
    // Planning reads groups, layers and namespaces everywhere, to find users of deleted objects and
    // owners of taken names. `usersOf` finds the users; of other workspaces only the namespace
    // matters.
    return root === "workspaces" && !below.startsWith("layergroups") ? [segment] : [];
  });
  return new Set([...named, ...read]);
}

/**
 * Groups that the plan names, that contain something of its workspaces or use a deleted object;
 * with nested groups.
 */
function touchedGroups(
  groups: readonly LiveGroup[],
  {
    own,
    addresses,
    going,
  }: {
    readonly own: ReadonlySet<string>;
    readonly addresses: AddressSet;
    readonly going: AddressSet;
  },
): readonly LiveGroup[] {
  const known = groupsByAddress(groups);
  const found = new Set<LiveGroup>();
  const take = (group: LiveGroup): void => {
    if (found.has(group)) return;
    found.add(group);
    for (const member of membersOf(group)) {
      const inner = known.get(member);
      if (inner !== undefined) take(inner);
    }
  };
  const holds = (group: LiveGroup): boolean =>
    membersOf(group).some((member) => {
      if (member.workspace !== null && own.has(member.workspace)) return true;
      const inner = known.get(member);
      return inner !== undefined && inner !== group && holds(inner);
    });
  for (const [address, group] of known)
    if (addresses.has(address) || holds(group) || isUser(group, going)) take(group);
  return [...found];
}

/** Deleted or renamed styles and groups; their users may block the plan. */
function goingOf({ changes }: Plan): AddressSet {
  const going = changes.flatMap(({ address, action, formerly }) => {
    if (formerly !== undefined) return [formerly];
    return action === "delete" || action === "replace" ? [address] : [];
  });
  return addressSet(going.filter(({ kind }) => kind === "Style" || kind === "LayerGroup"));
}

function isUser(group: LiveGroup, going: AddressSet): boolean {
  const styles = stylesIn(group).map((style) => ({ kind: "Style", ...style }));
  return [...styles, ...membersOf(group)].some(going.has);
}

async function usersOf(
  copying: Copying,
  going: AddressSet,
  { all, own }: { readonly all: readonly string[]; readonly own: ReadonlySet<string> },
): Promise<readonly string[]> {
  if (going.size === 0) return [];
  const users: string[] = [];
  for (const workspace of all.filter((name) => !own.has(name))) {
    const layers = await readLayers(copying, workspace);
    const groups = await readGroups(copying, workspace);
    const drawn = layers.flatMap(({ styles }) =>
      styles.map((style) => ({ kind: "Style", ...style })),
    );
    if (drawn.some(going.has) || groups.some((group) => isUser(group, going)))
      users.push(workspace);
  }
  return users;
}

/** Names and URIs of namespaces are unique in a catalog. */
function changesWorkspaces({ changes }: Plan): boolean {
  return changes.some(({ address, action }) => address.kind === "Workspace" && action !== "none");
}
