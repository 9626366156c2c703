/** An estate while it is drawn. Names are used once in a history, whatever they name, so that a name stands for one thing. */
import type { Chance } from "../chance.ts";
import type { Artefact, Metadata, Thing } from "../history.ts";
import { drawFields, fieldsOf } from "./fields.ts";

/** An estate under way. */
export interface Draft {
  readonly chance: Chance;
  /** Grows. */
  readonly things: Thing[];
  /** A name that nothing had before. */
  readonly fresh: (prefix: string) => string;
  /** Makes an object of a kind and adds it; undefined where there is no room, or nothing to make it of. */
  readonly make: (kind: string) => Thing | undefined;
}

/** Makes an object, perhaps with others that it needs; undefined where there is nothing to make it of. */
export type Maker = (draft: Draft) => Thing | undefined;

/** A layer that something publishes. */
export interface PublishedLayer {
  readonly workspace: string;
  readonly name: string;
  readonly by: Thing;
}

/** Where an object is to be. */
interface Placed {
  readonly name: string;
  readonly workspace?: string | undefined;
  readonly previousName?: string | undefined;
}

/** An object; what is undefined is left out. */
export function thing(
  kind: string,
  { name, workspace, previousName }: Placed,
  spec: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, Artefact>> = {},
): Thing {
  const metadata: Metadata = {
    name,
    ...(workspace === undefined ? {} : { workspace }),
    ...(previousName === undefined ? {} : { previousName }),
  };
  const said = Object.entries(spec).filter(([, value]) => value !== undefined);
  return { kind, metadata, spec: Object.fromEntries(said), files };
}

/** The name of an object. */
export function nameOf({ metadata }: Thing): string {
  return metadata.name;
}

/** The workspace of an object; undefined for a global one. */
export function workspaceOf({ metadata }: Thing): string | undefined {
  return metadata.workspace;
}

/** Objects of a kind. */
export function ofKind(things: readonly Thing[], ...kinds: readonly string[]): readonly Thing[] {
  return things.filter(({ kind }) => kinds.includes(kind));
}

/** What lets itself be published of a store, one name for each layer. */
function publishedBy(one: Thing): readonly string[] {
  switch (one.kind) {
    case "FeatureType":
    case "Coverage":
    case "WmsLayer":
    case "WmtsLayer":
      return [nameOf(one)];
    case "AppSchemaStore":
      return Object.values(one.files).flatMap((file) =>
        "mapping" in file ? file.mapping.map((type) => type.replace(/^.*:/, "")) : [],
      );
    case "ImageMosaic":
      return ((one.spec["coverages"] ?? []) as readonly { readonly name: string }[]).map(
        ({ name }) => name,
      );
    default:
      return [];
  }
}

/** Every layer that is published. */
export function publishedIn(things: readonly Thing[]): readonly PublishedLayer[] {
  return things.flatMap((by) =>
    publishedBy(by).map((name) => ({ workspace: workspaceOf(by) ?? "", name, by })),
  );
}

/** Styles that a layer of a workspace may be drawn with, always with one that every server has. */
export function stylesFor(
  things: readonly Thing[],
  workspace: string | undefined,
): readonly string[] {
  const own = ofKind(things, "Style").flatMap((style) => {
    const at = workspaceOf(style);
    if (at === undefined) return [nameOf(style)];
    return at === workspace ? [`${at}:${nameOf(style)}`] : [];
  });
  return ["line", "point", ...own, ...own];
}

/** Roles that rules and accounts may name; two of them are there from the start. */
export function rolesIn(things: readonly Thing[]): readonly string[] {
  return ["ROLE_A", "ROLE_B", ...ofKind(things, "Role").map(nameOf)];
}

/** An object of a kind that is there, or a new one. */
export function needed(draft: Draft, kind: string): Thing | undefined {
  const there = ofKind(draft.things, kind);
  return there.length > 0 && draft.chance.is(0.8) ? draft.chance.pick(there) : draft.make(kind);
}

/** A workspace or, as often as not, none. */
export function perhapsInWorkspace(draft: Draft): string | undefined {
  if (draft.chance.is(0.5)) return undefined;
  const workspace = needed(draft, "Workspace");
  return workspace && nameOf(workspace);
}

/** Draws the fields of a spec but for those that are given. */
export function specOf(
  kind: string,
  given: Readonly<Record<string, unknown>>,
  chance: Chance,
): Readonly<Record<string, unknown>> {
  const free = fieldsOf(kind).filter((name) => !(name in given));
  return { ...drawFields(kind, free, chance), ...given };
}
