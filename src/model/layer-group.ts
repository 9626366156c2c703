/** Layer groups: several layers and groups, in order, published as one. */

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
