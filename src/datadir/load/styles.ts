/**
 * Reads styles at any depth in the `styles` folder of their scope, to which their file names are
 * relative.
 */
import { each } from "../../model/each.ts";
import { dataDirectory as limits } from "../../model/limits.ts";
import { names } from "../../model/schema.ts";
import { isStyleFormat, styleFormatOfFile, type StyleFormat } from "../../model/style.ts";
import { splitQualifiedName } from "../../model/layer.ts";
import { parseStyleInput } from "../../wire/style.ts";
import { member, memberText } from "../../wire/tree.ts";
import { folderOf, isInside, joined, nameOf } from "../tree/file-tree.ts";
import {
  documentsIn,
  readDocument,
  reportOthers,
  unlessDamaged,
  withMembers,
  type Loading,
  type Reference,
  type StoredDocument,
} from "./document.ts";
import { indexOf, type ObjectIndex } from "./index-by.ts";
import { objectOf, type Style, type Workspace } from "./objects.ts";

export type Styles = ObjectIndex<Style>;

export async function loadStyles(
  loading: Loading,
  workspaces: readonly Workspace[],
): Promise<Styles> {
  const places = [
    { workspace: null, folder: "styles" },
    ...workspaces.map(({ name, file }) => ({
      workspace: name,
      folder: `${folderOf(file)}/styles`,
    })),
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
  return indexOf(found.flat(), loading.notes);
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
  const { file, content } = document;
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
  return objectOf(
    document,
    { kind: "style", workspace: place.workspace, name },
    {
      // Of a language that is unknown here, a server shows the entry.
      format: format as StyleFormat,
      version: version?.startsWith("1.1") ? "1.1.0" : "1.0.0",
      fileName,
      legend,
      metadata: metadata && Object.fromEntries(metadata),
    },
  );
}

const READ = [...names("workspace format languageVersion sldVersion filename legend metadata")];

interface NamedStyle extends Place {
  readonly file: string;
  readonly name: string;
  readonly fileName: string;
}

async function findContent({ notes, used, tree }: Loading, style: NamedStyle): Promise<void> {
  const { file, workspace, name, folder, fileName } = style;
  const path = joined(folder, fileName);
  if (isInside(fileName) && (await tree.read(path)) !== undefined) used.add(path);
  else {
    const message = `Style ${name} has no content: ${JSON.stringify(fileName)} is not there`;
    notes.damaged({ file, message, address: { kind: "Style", workspace, name } });
  }
}

function formatOf(given: string | undefined, fileName: string): string {
  const own = styleFormatOfFile(fileName) ?? nameOf(fileName).replace(/^.*\./, "");
  return (given || own).toLowerCase();
}
