/** Link texts, by which records that refer to another record are found. */
import { qualifiedName, stylesOf } from "../../model/layer.ts";
import type { MemberType } from "../../model/layer-group.ts";
import type { RecordKind, RecordValues } from "./records.ts";

/** Returns the links of a record; most kinds have none. */
export function linksOf(kind: RecordKind, value: RecordValues[RecordKind]): readonly string[] {
  const links = linkers[kind]?.(value as never) ?? [];
  return [...new Set(links)];
}

const linkers: Partial<{
  readonly [Kind in RecordKind]: (value: RecordValues[Kind]) => readonly string[];
}> = {
  layer: (layer) => stylesOf(layer).map(styleLink),
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

/** JSON, because some databases cannot store every character. */
export function contentLink(fileName: string): string {
  return `content:${JSON.stringify(fileName)}`;
}

/** Links the resources of all stores of this name, in every workspace. */
export function storeLink(store: string): string {
  return `store:${store}`;
}

export function mappedLink(name: string): string {
  return `mapped:${name}`;
}

interface Key {
  readonly workspace: string | null;
  readonly name: string;
}

export function styleLink(style: Key): string {
  return `style:${qualifiedName(style.workspace, style.name)}`;
}

export function memberLink(type: MemberType, member: Key): string {
  return `${type}:${qualifiedName(member.workspace, member.name)}`;
}
