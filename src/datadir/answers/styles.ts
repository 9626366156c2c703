/** Responses about styles. */
import { isStyleFormat } from "../../model/style.ts";
import { styleMediaType } from "../../wire/media.ts";
import { renderList } from "../../wire/document.ts";
import { stylePath } from "../../wire/paths.ts";
import { renderStyle } from "../../wire/style.ts";
import type { DirectoryCatalog } from "../load/objects.ts";
import { isInside, joined, type FileTree } from "../tree/file-tree.ts";
import { bytesAnswer, documentAnswer, type Handler, type Routes } from "./answer.ts";

/** Routes of styles, global and in workspaces. */
export function styleRoutes({ styles, workspaces }: DirectoryCatalog, tree: FileTree): Routes {
  const collection: Handler = ({ parameters, rendering }) => {
    const { workspace = null } = parameters;
    if (workspace !== null && !workspaces.some(({ name }) => name === workspace)) return undefined;
    const listed = styles
      .filter((one) => one.workspace === workspace)
      .map(({ name }) => ({ name, path: stylePath(workspace, name) }));
    return documentAnswer(renderList("styles", "style", listed, rendering));
  };
  const single: Handler = async ({ parameters, rendering, suffix }) => {
    const { workspace = null } = parameters;
    const found = styles.find(
      (one) => one.workspace === workspace && one.name === parameters["style"],
    );
    if (found === undefined) return undefined;
    if (!isStyleFormat(suffix)) return documentAnswer(renderStyle(found, rendering));
    // Style languages are not translated.
    if (suffix !== found.format) return undefined;
    const content = isInside(found.fileName)
      ? await tree.read(joined(found.folder, found.fileName))
      : undefined;
    return content && bytesAnswer(styleMediaType(suffix, found.version), content);
  };
  return {
    styles: collection,
    style: single,
    workspaceStyles: collection,
    workspaceStyle: single,
  };
}
