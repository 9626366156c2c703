/** Reads all objects of a data directory and resolves their references. */
import { each } from "../../model/each.ts";
import { folderOf } from "../tree/file-tree.ts";
import { foldersIn, type Loading } from "./document.ts";
import { loadGroups } from "./groups.ts";
import { loadLayers } from "./layers.ts";
import type { DirectoryCatalog } from "./objects.ts";
import { loadPublished } from "./published.ts";
import { loadStores } from "./stores.ts";
import { loadStyles } from "./styles.ts";
import { defaultWorkspaceOf, loadWorkspaces } from "./workspaces.ts";

/** Reads all objects; unreadable ones are reported. */
export async function loadCatalog(loading: Loading): Promise<DirectoryCatalog> {
  const workspaces = await loadWorkspaces(loading);
  const defaultWorkspace = await defaultWorkspaceOf(loading, workspaces);
  const styles = await loadStyles(loading, workspaces.all);
  const { stores, storeless } = await loadStores(loading, workspaces);
  const homes = [...stores.all.map(({ file }) => folderOf(file)), ...storeless];
  const folders = (await each(homes, (folder) => foldersIn(loading, folder))).flat();
  const published = await loadPublished(loading, stores, folders);
  const layers = await loadLayers(loading, { published, styles }, folders);
  const groups = await loadGroups(loading, workspaces.all, { layers, styles });
  return {
    workspaces: workspaces.all,
    defaultWorkspace,
    stores: stores.all,
    published: published.all,
    layers: layers.all,
    styles: styles.all,
    groups,
  };
}
