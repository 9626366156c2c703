/** Layer groups: ordered layers and groups, published as one layer. */
import type { Bounds } from "./bounds.ts";
import type { PartsOf } from "./schema.ts";
import type { QualifiedName } from "./layer.ts";

/** Display names of modes, which error messages quote. */
const modeNames = {
  SINGLE: "Single",
  OPAQUE_CONTAINER: "Opaque Container",
  NAMED: "Named Tree",
  CONTAINER: "Container Tree",
  EO: "Earth Observation Tree",
} as const;

/** Modes of a group. */
export type GroupMode = keyof typeof modeNames;

/** Parses a mode, ignoring case. */
export function groupModeOf(text: string): GroupMode | undefined {
  const wanted = text.trim().toUpperCase();
  return (Object.keys(modeNames) as GroupMode[]).find((mode) => mode === wanted);
}

/** All modes, for messages. */
export const groupModes = Object.keys(modeNames).join(", ");

/** Display name of a mode. */
export function groupModeName(mode: GroupMode): string {
  return modeNames[mode];
}

/** What a member is. */
export type MemberType = "layer" | "layerGroup";

/** A member; without a style its default is drawn. */
export interface GroupMember extends QualifiedName {
  readonly type: MemberType;
  readonly style: QualifiedName | null;
}

/** A layer group. */
export interface LayerGroup {
  readonly name: string;
  readonly workspace: string | null;
  readonly mode: GroupMode;
  /** In drawing order; never empty. */
  readonly members: readonly GroupMember[];
  /** Layer of an Earth Observation group; null in other modes. */
  readonly root: { readonly layer: QualifiedName; readonly style: QualifiedName } | null;
  readonly bounds: Bounds;
  readonly description: GroupDescription;
}

/** A member in a request, `workspace:name` or `name`. */
export interface NamedMember {
  readonly type: MemberType;
  readonly name: string;
}

/** A change: undefined fields stay, lists are replaced. */
export interface LayerGroupPatch {
  readonly name?: string | undefined;
  readonly workspace?: string | undefined;
  readonly mode?: string | undefined;
  readonly members?: readonly NamedMember[] | undefined;
  /** One per member; null means the default style. */
  readonly styles?: readonly (QualifiedName | null)[] | undefined;
  readonly rootLayer?: string | undefined;
  readonly rootStyle?: QualifiedName | undefined;
  readonly bounds?: Bounds | undefined;
  readonly description: GroupDescription;
}

/** A link to a document about a group. */
export interface MetadataLink {
  readonly type: string;
  readonly about: string;
  readonly metadataType: string;
  readonly content: string;
}

/** Attribution fields in documents. */
export const attributionFields = [
  "title",
  "href",
  "logoURL",
  "logoType",
  "logoWidth",
  "logoHeight",
] as const;

/** Logo sizes are pixels as text. */
export type Attribution = Readonly<Partial<Record<(typeof attributionFields)[number], string>>>;

/** An authority for identifiers. */
export interface Authority {
  readonly name: string;
  readonly href: string;
}

/** An identifier of an authority. */
export interface Identifier {
  readonly authority: string;
  readonly identifier: string;
}

/** Details that a catalog only stores. */
export interface GroupDetails {
  readonly attribution?: Attribution | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly authorities?: readonly Authority[] | undefined;
  readonly identifiers?: readonly Identifier[] | undefined;
}

/** Descriptive fields of a group. */
export interface GroupDescription extends GroupDetails {
  readonly title?: string | undefined;
  readonly abstract?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  /** By language. */
  readonly titles?: Readonly<Record<string, string>> | undefined;
  /** By language. */
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
    means: "Whether map services list it.",
    exposure: "shows",
  },
} as const satisfies PartsOf<GroupDescription>;

/** Flags of a group. */
export const groupFlags = {
  ...groupSwitches,
  queryDisabled: {
    type: "flag",
    usual: false,
    means: "Whether GetFeatureInfo is refused.",
    exposure: "hides",
  },
} as const satisfies PartsOf<GroupDescription>;

/** Texts and flags of a description. */
export const groupSettings = {
  title: { type: "text", usual: "" },
  abstract: { type: "text", usual: "", path: "abstractTxt" },
  ...groupFlags,
} as const satisfies PartsOf<GroupDescription>;
