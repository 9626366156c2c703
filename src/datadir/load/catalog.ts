/** Reads all objects of a data directory and resolves their references. */
import { each, foldersIn, type Loading, type Reference } from "./document.ts";
import { loadGroups } from "./groups.ts";
import type { ObjectIndex } from "./index-by.ts";
import { loadLayers } from "./layers.ts";
import type { DirectoryCatalog } from "./objects.ts";
import { loadPublished } from "./published.ts";
import { loadStores } from "./stores.ts";
import { loadStyles } from "./styles.ts";
import { defaultWorkspaceOf, loadWorkspaces } from "./workspaces.ts";

function anyOf<One, Other>(
  one: ObjectIndex<One>,
  other: ObjectIndex<Other>,
): (reference: Reference | undefined) => One | Other | undefined {
  return (reference) => one.find(reference) ?? other.find(reference);
}

/** Reads all objects; unreadable ones are reported. */
export async function loadCatalog(loading: Loading): Promise<DirectoryCatalog> {
  const workspaces = await loadWorkspaces(loading);
  const defaultWorkspace = await defaultWorkspaceOf(loading, workspaces);
  const styles = await loadStyles(loading, workspaces.all);
  const { stores, cascaded, storeless } = await loadStores(loading, workspaces);
  const every = [...stores.all, ...cascaded.all];
  const homes = [...every.map(({ folder }) => folder), ...storeless];
  const folders = (await each(homes, (folder) => foldersIn(loading, folder))).flat();
  const found = { all: every, find: anyOf(stores, cascaded) };
  const published = await loadPublished(loading, found, folders);
  const layers = await loadLayers(loading, { published, styles }, folders);
  const groups = await loadGroups(loading, workspaces.all, { layers, styles });
  return {
    workspaces: workspaces.all,
    defaultWorkspace,
    stores: stores.all,
    cascaded: cascaded.all,
    published: published.all,
    layers: layers.all,
    styles: styles.all,
    groups,
  };
}
