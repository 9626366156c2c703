/** Services and settings: documents beside the workspaces, and in the folders of those that have some for themselves. */
import { serviceNames } from "../../model/service.ts";
import type { Tree } from "../../wire/tree.ts";
import { each, readDocument, without, type Loading } from "./document.ts";
import type { StoredService, StoredSettings, Workspace } from "./objects.ts";

/** Reads a document of the server as a whole; undefined where there is none. */
export async function loadWhole(
  loading: Loading,
  root: "logging" | "global",
): Promise<Tree | undefined> {
  const document = await readDocument(loading, `${root}.xml`);
  return document?.root === root ? document.content : undefined;
}

/** Reads all services. */
export async function loadServices(
  loading: Loading,
  workspaces: readonly Workspace[],
): Promise<readonly StoredService[]> {
  const places = [
    { workspace: null, folder: "" },
    ...workspaces.map(({ name, folder }) => ({ workspace: name, folder: `${folder}/` })),
  ].flatMap((place) => serviceNames.map((service) => ({ ...place, service })));
  const found = await each(places, async ({ workspace, folder, service }) => {
    const document = await readDocument(loading, `${folder}${service}.xml`);
    if (document === undefined) return undefined;
    if (document.root === service)
      return { service, workspace, content: without(document.content, ["workspace"]) };
    const message = `The document is one of ${document.root}, not of ${service}; it is left out`;
    loading.notes.damaged({ file: document.file, message });
    return undefined;
  });
  return found.filter((one) => one !== undefined);
}

/** Reads what workspaces have for themselves. */
export async function loadOwnSettings(
  loading: Loading,
  workspaces: readonly Workspace[],
): Promise<readonly StoredSettings[]> {
  const found = await each(workspaces, async ({ name, folder }) => {
    const document = await readDocument(loading, `${folder}/settings.xml`);
    if (document === undefined) return undefined;
    if (document.root === "settings")
      return { workspace: name, content: without(document.content, ["workspace"]) };
    const message = `The document is one of ${document.root}, not of settings; it is left out`;
    loading.notes.damaged({ file: document.file, message });
    return undefined;
  });
  return found.filter((one) => one !== undefined);
}
