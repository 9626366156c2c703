/** Texts under which records that refer to something are found. */
import { qualifiedName } from "../../model/layer.ts";
import type { MemberType } from "../../model/layer-group.ts";
import type { RecordKind, RecordValues } from "./records.ts";

/** The links of a record, by its kind; records of other kinds have none. */
export function linksOf(kind: RecordKind, value: RecordValues[RecordKind]): readonly string[] {
  const links = linkers[kind]?.(value as never) ?? [];
  return [...new Set(links)];
}

const linkers: Partial<{
  readonly [Kind in RecordKind]: (value: RecordValues[Kind]) => readonly string[];
}> = {
  layer: ({ defaultStyle, styles }) => [defaultStyle, ...styles].map(styleLink),
  "layer-group": ({ members, root }) => [
    ...members.map((member) => memberLink(member.type, member)),
    ...members.flatMap(({ style }) => (style === null ? [] : [styleLink(style)])),
    ...(root === null ? [] : [memberLink("layer", root.layer), styleLink(root.style)]),
  ],
  "data-store": ({ mapped = [] }) => mapped.map(mappedLink),
  style: ({ fileName }) => [contentLink(fileName)],
  "feature-type": ({ store }) => [storeLink(store)],
  coverage: ({ store }) => [storeLink(store)],
  "wms-layer": ({ store }) => [storeLink(store)],
  "wmts-layer": ({ store }) => [storeLink(store)],
};

/**
 * The link of styles, of any workspace, whose content lies under a file name; as JSON, since not every
 * database holds every character.
 */
export function contentLink(fileName: string): string {
  return `content:${JSON.stringify(fileName)}`;
}

/** The link of what stores of a name publish, of any workspace. */
export function storeLink(store: string): string {
  return `store:${store}`;
}

/** The link of a store that maps a qualified name. */
export function mappedLink(name: string): string {
  return `mapped:${name}`;
}

interface Key {
  readonly workspace: string | null;
  readonly name: string;
}

/** The link of what uses a style. */
export function styleLink(style: Key): string {
  return `style:${qualifiedName(style.workspace, style.name)}`;
}

/** The link of layer groups that hold a layer or group. */
export function memberLink(type: MemberType, member: Key): string {
  return `${type}:${qualifiedName(member.workspace, member.name)}`;
}
