/**
 * Effects of deletions on layer groups: deleted layers leave the group, and an empty group is
 * deleted too, also from other groups (docs/compatibility.md, "Cascades"). All deletions of a
 * plan count together, because a group may lose members to several.
 */
import type { Address } from "../../../model/address.ts";
import { addressMap, addressSet, addressesOf, byAddress } from "../../../model/address-map.ts";
import {
  renderGroupAgain,
  type GroupMember,
  type GroupSettings,
  type LiveGroup,
} from "../../../wire/layer-group-settings.ts";
import type { Cascade, Damage, DependentsInput, KindContext, AffectedObject } from "../../kind.ts";
import { groupAddress, liveGroup, memberAddress } from "./facts.ts";
import { affectedRules } from "../layer/cascades.ts";
import { affectedTiles } from "../published/tile-layer.ts";
import { readGroupsNow } from "./names-now.ts";
import type { GroupPayload } from "./spec.ts";

type DependentChange = Cascade & { readonly by: Address };

export async function findDependentGroups(
  context: KindContext,
  input: DependentsInput<GroupPayload>,
): Promise<readonly DependentChange[]> {
  const alsoDeleted = input.alsoDeleted.filter(({ address }) => address.kind === "Layer");
  if (alsoDeleted.length === 0) return [];
  const groups: LiveGroup[] = [];
  for (const workspace of new Set([null, ...alsoDeleted.map(({ address }) => address.workspace)]))
    groups.push(...(await readGroupsNow(context, workspace)));
  const nest = nestOf(groups, { ...input, alsoDeleted });
  const found: DependentChange[] = [];
  for (const group of groups) {
    const causes = nest.causes(groupAddress(group));
    if (causes.length === 0) continue;
    const change = await changeOf(context, nest, group);
    found.push(
      ...causes.map((by) => ({ by, gone: [], contents: [], irreversible: [], ...change })),
    );
  }
  return found;
}

/** Groups and their members while layers are deleted. */
interface Nest {
  /** Whether the plan's deletions remove a member. */
  readonly goes: (member: Member) => boolean;
  /** Whether a member does not come back. */
  readonly isDead: (member: Member) => boolean;
  readonly causes: (group: Address) => readonly Address[];
  readonly isDeclared: (group: Address) => boolean;
  /** What brings a removed member back. */
  readonly back: (member: Member) => readonly Address[];
}

type Member = Pick<GroupMember, "type" | "name">;

function nestOf(groups: readonly LiveGroup[], input: DependentsInput<GroupPayload>): Nest {
  const known = addressMap(groups.map((group) => [groupAddress(group), group] as const));
  const alsoDeleted = byAddress(input.alsoDeleted);
  const declared = addressesOf(input.declared);
  const addressOf = (member: Member) => memberAddress({ ...member, style: undefined });
  const membersOf = (group: Address) => known.get(group)?.settings.members;
  // These recursions end, because a group never contains itself.
  const goes = (member: Member): boolean => {
    const address = addressOf(member);
    if (member.type === "layer") return alsoDeleted.has(address);
    return membersOf(address)?.every(goes) ?? false;
  };
  const isDead = (member: Member): boolean => {
    const address = addressOf(member);
    if (!goes(member)) return false;
    if (member.type === "layer") return alsoDeleted.get(address)?.back === undefined;
    if (input.isDeleted(address)) return true;
    return !declared.has(address) && (membersOf(address)?.every(isDead) ?? false);
  };
  const causesOf = (member: Member): readonly Address[] => {
    const address = addressOf(member);
    if (!goes(member)) return [];
    const by = alsoDeleted.get(address)?.by;
    if (member.type === "layer") return by === undefined ? [] : [by];
    return membersOf(address)?.flatMap(causesOf) ?? [];
  };
  const causes = (group: Address) => {
    const { members = [], root } = known.get(group)?.settings ?? {};
    const rootMembers = root === undefined ? [] : [{ type: "layer" as const, name: root.layer }];
    const found = [...members, ...rootMembers].flatMap(causesOf);
    return [...addressSet(found)];
  };
  const back = (member: Member): readonly Address[] => {
    const owner = alsoDeleted.get(addressOf(member))?.back;
    return owner === undefined ? [] : [owner];
  };
  return { goes, isDead, causes, isDeclared: declared.has, back };
}

type ChangeOfGroup = Partial<Cascade> & Pick<Cascade, "affected">;

async function changeOf(
  context: KindContext,
  nest: Nest,
  group: LiveGroup,
): Promise<ChangeOfGroup> {
  const address = groupAddress(group);
  const isDeclared = nest.isDeclared(address);
  const { members } = group.settings;
  const left = members.filter((member) => !nest.goes(member));
  const kept = members.filter((member) => !nest.isDead(member));
  const isEmptied = left.length === 0;
  const rules = isEmptied ? await affectedRules(context, address.workspace, [address.name]) : [];
  const isRecreated = isEmptied && (kept.length > 0 || isDeclared);
  const tiled = { workspace: address.workspace, name: address.name, owner: address };
  const tiles = isRecreated ? await affectedTiles(context, [tiled]) : [];
  const irreversible = halfWay(context, nest, group);
  if (kept.length === 0 && !isDeclared) {
    const what = `layer group ${nameIn(group)}, which would hold nothing any more`;
    return {
      affected: rules,
      gone: [address],
      irreversible,
      damage: [{ to: address, what }],
    };
  }
  const damage = damageTo(nest, group);
  const root = rootOf(nest, group);
  const comesBack = left.length < kept.length || (root.goes && !root.isDead);
  if (!comesBack && !isDeclared) return { affected: [], irreversible, damage };
  const back = afterwards(group, kept, root.isDead);
  const owners = members.flatMap((member) => nest.back(member));
  const remains = left.length === 0 ? {} : { remains: factsWith(group, left, root.goes) };
  const affected = { ...back, requires: [...back.requires, ...owners], ...remains };
  return { affected: [affected, ...rules, ...tiles], irreversible, damage };
}

function rootOf(nest: Nest, { settings: { root } }: LiveGroup): { goes: boolean; isDead: boolean } {
  if (root === undefined) return { goes: false, isDead: false };
  const layer = { type: "layer", name: root.layer } as const;
  return { goes: nest.goes(layer), isDead: nest.isDead(layer) };
}

function damageTo(nest: Nest, group: LiveGroup): readonly Damage[] {
  const to = groupAddress(group);
  const name = nameIn(group);
  const places = group.settings.members.filter(nest.isDead).map((member): Damage => {
    const noun = member.type === "layer" ? "layer" : "layer group";
    return { to, what: `the place of ${noun} ${member.name} in layer group ${name}` };
  });
  if (!rootOf(nest, group).isDead) return places;
  return [...places, { to, what: `the layer that stands for layer group ${name}` }];
}

function nameIn({ workspace, name }: LiveGroup): string {
  return workspace === null ? name : `${workspace}:${name}`;
}

function afterwards(
  group: LiveGroup,
  members: readonly GroupMember[],
  rootDies: boolean,
): AffectedObject {
  const settings = withMembers(group, members, rootDies);
  const set = rootDies ? { mode: settings.mode, members } : { members };
  const document = renderGroupAgain(group.document, set, group.name);
  return liveGroup({ ...group, settings: { ...settings, members }, document });
}

function factsWith(group: LiveGroup, members: readonly GroupMember[], rootGoes: boolean) {
  return liveGroup({ ...group, settings: { ...withMembers(group, members, rootGoes), members } })
    .facts;
}

/** Without its root layer, a group is a container. */
function withMembers(
  { settings }: LiveGroup,
  members: readonly GroupMember[],
  rootGoes: boolean,
): GroupSettings {
  return rootGoes
    ? { ...settings, members, mode: "CONTAINER", root: undefined }
    : { ...settings, members };
}

/** A stock server fails half-way when the root layer of a group is deleted. */
function halfWay({ server }: KindContext, nest: Nest, group: LiveGroup): readonly string[] {
  if (server.software === "plumbline" || !rootOf(nest, group).goes) return [];
  return [`the root of layer group ${nameIn(group)}, at which a stock server fails half-way`];
}
