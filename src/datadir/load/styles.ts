/**
 * Reads styles at any depth in the `styles` folder of their scope, to which their file names are
 * relative.
 */
import { dataDirectory as limits } from "../../model/limits.ts";
import { names } from "../../model/schema.ts";
import { isStyleFormat, styleFormatOfFile } from "../../model/style.ts";
import { splitQualifiedName } from "../../model/layer.ts";
import { parseStyleInput } from "../../wire/style.ts";
import { member, memberText } from "../../wire/tree.ts";
import { isInside, joined, nameOf } from "../tree/file-tree.ts";
import {
  documentsIn,
  each,
  readDocument,
  reportOthers,
  unlessDamaged,
  withMembers,
  type Loading,
  type Reference,
  type StoredDocument,
} from "./document.ts";
import { indexOf, type ObjectIndex } from "./index-by.ts";
import type { Style, Workspace } from "./objects.ts";

export type Styles = ObjectIndex<Style>;

export async function loadStyles(
  loading: Loading,
  workspaces: readonly Workspace[],
): Promise<Styles> {
  const places = [
    { workspace: null, folder: "styles" },
    ...workspaces.map(({ name, folder }) => ({ workspace: name, folder: `${folder}/styles` })),
  ];
  const found = await each(places, async ({ workspace, folder }) =>
    each(await documentsIn(loading, folder, { depth: limits.depth }), async (file) => {
      const document = await readDocument(loading, file);
      if (document === undefined) return undefined;
      if (document.root !== "style") {
        loading.used.delete(file);
        return undefined;
      }
      const place = { workspace, folder };
      return unlessDamaged(loading, document, () => loadStyle(loading, document, place));
    }),
  );
  return indexOf(
    found.flat().filter((one) => one !== undefined),
    {
      notes: loading.notes,
      scopeOf: ({ workspace }) => workspace,
      addressOf: ({ workspace, name }) => ({ kind: "Style", workspace, name }),
    },
  );
}

/**
 * Resolves a style by id, else by name: as `workspace:name`, or in the workspace and then globally.
 */
export function styleOf(
  styles: Styles,
  reference: Reference | undefined,
  workspace: string | null,
): Style | undefined {
  if (reference === undefined) return undefined;
  const { id, name = "" } = reference;
  const split = splitQualifiedName(name);
  if (split.workspace !== null) return styles.find({ id, name: split.name }, split.workspace);
  return styles.find(reference, workspace) ?? styles.find(reference, null);
}

interface Place {
  readonly workspace: string | null;
  readonly folder: string;
}

async function loadStyle(
  loading: Loading,
  document: StoredDocument,
  place: Place,
): Promise<Style | undefined> {
  const { file, id, content, created, modified } = document;
  const input = parseStyleInput(withMembers(content, { workspace: undefined }));
  const name = input.name || nameOf(file).replace(/\.xml$/i, "");
  const fileName = input.fileName || `${name}.sld`;
  const format = formatOf(input.format, fileName);
  const named = { ...place, file, name, fileName };
  if (isStyleFormat(format)) await findContent(loading, named);
  else loading.used.add(joined(place.folder, fileName));
  reportOthers(loading, document, READ);
  const version = input.version ?? memberText(member(content, "sldVersion"), "version");
  const { legend = null, metadata } = input;
  return {
    ...named,
    id,
    format,
    version: version?.startsWith("1.1") ? "1.1.0" : "1.0.0",
    legend,
    metadata: metadata && Object.fromEntries(metadata),
    created,
    modified,
  };
}

const READ = [...names("workspace format languageVersion sldVersion filename legend metadata")];

type NamedStyle = Pick<Style, "workspace" | "folder" | "file" | "name" | "fileName">;

function addressOf({ workspace, name }: NamedStyle) {
  return { kind: "Style", workspace, name };
}

async function findContent({ notes, used, tree }: Loading, style: NamedStyle): Promise<void> {
  const { file, name, folder, fileName } = style;
  const path = joined(folder, fileName);
  if (isInside(fileName) && (await tree.read(path)) !== undefined) used.add(path);
  else {
    const message = `Style ${name} has no content: ${JSON.stringify(fileName)} is not there`;
    notes.damaged({ file, message, address: addressOf(style) });
  }
}

function formatOf(given: string | undefined, fileName: string): string {
  const own = styleFormatOfFile(fileName) ?? nameOf(fileName).replace(/^.*\./, "");
  return (given || own).toLowerCase();
}
