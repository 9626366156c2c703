/** Layer groups: several layers and groups, in order, published as one. */
import type { Bounds } from "./bounds.ts";
import type { FieldTable } from "./fields.ts";
import type { QualifiedName } from "./layer.ts";

/** Modes with the names that people see, which refusals quote. */
const modeNames = {
  SINGLE: "Single",
  OPAQUE_CONTAINER: "Opaque Container",
  NAMED: "Named Tree",
  CONTAINER: "Container Tree",
  EO: "Earth Observation Tree",
} as const;

/** How a group shows itself and its members. */
export type GroupMode = keyof typeof modeNames;

/** The mode a text means, in any case of letters; undefined for others. */
export function groupModeOf(text: string): GroupMode | undefined {
  const wanted = text.trim().toUpperCase();
  return (Object.keys(modeNames) as GroupMode[]).find((mode) => mode === wanted);
}

/** All modes, for messages. */
export const groupModes = Object.keys(modeNames).join(", ");

/** The name of a mode that people see. */
export function groupModeName(mode: GroupMode): string {
  return modeNames[mode];
}

/** What a member is. */
export type MemberType = "layer" | "layerGroup";

/** A layer or group inside a group; without a style the layer's own default is drawn. */
export interface GroupMember extends QualifiedName {
  readonly type: MemberType;
  readonly style: QualifiedName | null;
}

/** A layer group. */
export interface LayerGroup {
  readonly name: string;
  readonly workspace: string | null;
  readonly mode: GroupMode;
  /** In the order in which they are drawn; never empty. */
  readonly members: readonly GroupMember[];
  /** The layer that stands for an Earth Observation group; null in other modes. */
  readonly root: { readonly layer: QualifiedName; readonly style: QualifiedName } | null;
  readonly bounds: Bounds;
  readonly description: GroupDescription;
}

/** A member as a client names it, `workspace:name` or `name`. */
export interface NamedMember {
  readonly type: MemberType;
  readonly name: string;
}

/** What a client says of a group: fields that are undefined keep their value, lists are replaced as a whole. */
export interface LayerGroupPatch {
  readonly name?: string | undefined;
  readonly workspace?: string | undefined;
  readonly mode?: string | undefined;
  readonly members?: readonly NamedMember[] | undefined;
  /** One for each member; null draws the layer's own default. */
  readonly styles?: readonly (QualifiedName | null)[] | undefined;
  readonly rootLayer?: string | undefined;
  readonly rootStyle?: QualifiedName | undefined;
  readonly bounds?: Bounds | undefined;
  readonly description: GroupDescription;
}

/** A link to a document that describes a group. */
export interface MetadataLink {
  readonly type: string;
  readonly about: string;
  readonly metadataType: string;
  readonly content: string;
}

/** Fields of an attribution, as documents name them. */
export const attributionFields = [
  "title",
  "href",
  "logoURL",
  "logoType",
  "logoWidth",
  "logoHeight",
] as const;

/** Whose work it is; sizes of the logo are texts of pixels. */
export type Attribution = Readonly<Partial<Record<(typeof attributionFields)[number], string>>>;

/** An authority that gives out identifiers. */
export interface Authority {
  readonly name: string;
  readonly href: string;
}

/** An identifier that an authority gave. */
export interface Identifier {
  readonly authority: string;
  readonly identifier: string;
}

/** Details that a catalog keeps and hands back; absent ones are not there. */
export interface GroupDetails {
  readonly attribution?: Attribution | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly authorities?: readonly Authority[] | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
}

/** Fields of a group that say something about it; absent ones are not there. */
export interface GroupDescription extends GroupDetails {
  readonly title?: string | undefined;
  readonly abstract?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  /** Language to title. */
  readonly titles?: Readonly<Record<string, string>> | undefined;
  /** Language to abstract. */
  readonly abstracts?: Readonly<Record<string, string>> | undefined;
  readonly metadataLinks?: readonly MetadataLink[] | undefined;
  readonly enabled?: boolean | undefined;
  readonly advertised?: boolean | undefined;
  readonly queryDisabled?: boolean | undefined;
}

/** Flags that a stock server fills in with the first change. */
export const groupSwitches = {
  enabled: { type: "flag", usual: true, exposure: "shows" },
  advertised: {
    type: "flag",
    usual: true,
    means: "Whether it is listed by map services.",
    exposure: "shows",
  },
} as const satisfies FieldTable<GroupDescription>;

/** Flags of a group. */
export const groupFlags = {
  ...groupSwitches,
  queryDisabled: {
    type: "flag",
    usual: false,
    means: "Whether clients may not ask what lies at a point of it.",
    exposure: "hides",
  },
} as const satisfies FieldTable<GroupDescription>;

/** Fields of a description that are texts or flags. */
export const groupSettings = {
  title: { type: "text", usual: "" },
  abstract: { type: "text", usual: "", element: "abstractTxt" },
  ...groupFlags,
} as const satisfies FieldTable<GroupDescription>;
