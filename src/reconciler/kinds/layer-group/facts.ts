/** Facts of layer groups: members as texts with their position, so that order counts. */
import { workspaceOf } from "../identity/workspace.ts";
import { GEOGRAPHIC } from "../../../model/bounds.ts";
import { usualOf } from "../../../model/schema.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { groupSettings } from "../../../model/layer-group.ts";
import type { Address } from "../../../model/address.ts";
import { defined } from "../../../model/defined.ts";
import { isStyleName } from "../../../wire/answered-document.ts";
import type { GroupMember, GroupSettings, LiveGroup } from "../../../wire/layer-group-settings.ts";
import type { Facts, Live } from "../../kind.ts";

/**
 * `rootless` is empty for a mode without root: a live root layer then replaces the group, which
 * cannot lose it.
 */
export function groupFacts(settings: GroupSettings): Facts {
  const { mode, members, root, bounds, others: _others, ...described } = settings;
  return defined({
    ...described,
    title: described.title?.trim(),
    abstract: described.abstract?.trim(),
    mode,
    layers: members?.map(memberText),
    rootless: mode === undefined || mode === "EO" ? undefined : [],
    root: root && rootText(root),
    bounds: bounds && boundsText(bounds),
  });
}

function rootText({ layer, style }: NonNullable<GroupSettings["root"]>): string {
  return `${layer} as ${style}`;
}

function memberText({ type, name, style }: GroupMember, index: number): string {
  const what = type === "layer" ? name : `group ${name}`;
  return `${index + 1}. ${what}${style === undefined ? "" : ` as ${style}`}`;
}

function boundsText({ minx, miny, maxx, maxy, crs }: NonNullable<GroupSettings["bounds"]>): string {
  return `${minx},${miny} to ${maxx},${maxy} in ${crs === "" ? GEOGRAPHIC : crs}`;
}

/** Whether a group lost members in unchanged order, or lost its root layer. */
export function isLeftOf(before: Facts, now: Facts): boolean {
  const [held, holds] = [placesIn(before), placesIn(now)];
  let at = -1;
  const isInOrder = holds.every((place) => (at = held.indexOf(place, at + 1)) >= 0);
  const lostRoot = before["root"] !== "" && now["root"] === "";
  return isInOrder && (holds.length < held.length || lostRoot);
}

/** Members without their numbers. */
export function placesIn({ layers }: Facts): readonly string[] {
  return Array.isArray(layers) ? layers.map((text) => text.replace(/^\d+\. /, "")) : [];
}

export function groupAddress({ workspace, name }: Pick<LiveGroup, "workspace" | "name">): Address {
  return { kind: "LayerGroup", workspace, name };
}

export function memberAddress({ type, name }: GroupMember): Address {
  return { kind: type === "layer" ? "Layer" : "LayerGroup", ...splitQualifiedName(name) };
}

/** Settings that the document leaves out have their defaults. */
export function liveGroup(group: LiveGroup): Live {
  const { workspace, settings, document, etag } = group;
  const { members, root } = settings;
  const usual = { ...usualOf(groupSettings), mode: "SINGLE" };
  const rootMembers = root === undefined ? [] : [rootText(root)];
  const styles = [...members.map(({ style }) => style), root?.style].flatMap((style) =>
    !isStyleName(style) ? [] : [{ kind: "Style", ...splitQualifiedName(style) }],
  );
  const rootLayer = root === undefined ? [] : [{ type: "layer", name: root.layer } as const];
  return {
    address: groupAddress(group),
    facts: {
      ...usual,
      ...groupFacts(settings),
      rootless: rootMembers,
      root: rootMembers.join(""),
      document,
    },
    requires: [
      ...workspaceOf({ workspace }),
      ...members.map(memberAddress),
      ...rootLayer.map((layer) => memberAddress({ ...layer, style: undefined })),
      ...styles,
    ],
    mayRequire: group.broken === undefined ? undefined : ["Style"],
    etag,
  };
}
