/** Reads all objects of a data directory, and resolves what they refer to. */
import { each, foldersIn, type Loading } from "./document.ts";
import { loadGroups } from "./groups.ts";
import { loadLayers } from "./layers.ts";
import type { DirectoryCatalog } from "./objects.ts";
import { loadPublished } from "./published.ts";
import { loadServices, loadWhole } from "./services.ts";
import { loadStores } from "./stores.ts";
import { loadStyles } from "./styles.ts";
import { defaultWorkspaceOf, loadWorkspaces } from "./workspaces.ts";

/** Everything that can be read; what cannot is reported. */
export async function loadCatalog(loading: Loading): Promise<DirectoryCatalog> {
  const workspaces = await loadWorkspaces(loading);
  const defaultWorkspace = await defaultWorkspaceOf(loading, workspaces);
  const styles = await loadStyles(loading, workspaces.all);
  const { stores, cascaded, storeless } = await loadStores(loading, workspaces);
  const homes = [...stores.all.map(({ folder }) => folder), ...storeless];
  const folders = (await each(homes, (folder) => foldersIn(loading, folder))).flat();
  const published = await loadPublished(loading, stores, folders);
  const layers = await loadLayers(loading, { published, styles }, folders);
  const services = await loadServices(loading, workspaces.all);
  const groups = await loadGroups(loading, workspaces.all, { layers, styles });
  return {
    workspaces: workspaces.all,
    defaultWorkspace,
    stores: stores.all,
    cascaded,
    published: published.all,
    layers: layers.all,
    styles: styles.all,
    groups,
    services,
    logging: await loadWhole(loading, "logging"),
    settings: await loadWhole(loading, "global"),
  };
}
