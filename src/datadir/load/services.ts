/** Reads services and settings, global and of workspaces. */
import { serviceNames } from "../../model/service.ts";
import type { Tree } from "../../wire/tree.ts";
import { each, readDocumentOf, without, type Loading } from "./document.ts";
import type { StoredService, StoredSettings, Workspace } from "./objects.ts";

export async function loadWhole(
  loading: Loading,
  root: "logging" | "global",
): Promise<Tree | undefined> {
  return (await readDocumentOf(loading, `${root}.xml`, root))?.content;
}

export async function loadServices(
  loading: Loading,
  workspaces: readonly Workspace[],
): Promise<readonly StoredService[]> {
  const places = [
    { workspace: null, folder: "" },
    ...workspaces.map(({ name, folder }) => ({ workspace: name, folder: `${folder}/` })),
  ].flatMap((place) => serviceNames.map((service) => ({ ...place, service })));
  const found = await each(places, async ({ workspace, folder, service }) => {
    const document = await readDocumentOf(loading, `${folder}${service}.xml`, service);
    if (document === undefined) return undefined;
    return { service, workspace, content: without(document.content, ["workspace"]) };
  });
  return found.filter((one) => one !== undefined);
}

export async function loadOwnSettings(
  loading: Loading,
  workspaces: readonly Workspace[],
): Promise<readonly StoredSettings[]> {
  const found = await each(workspaces, async ({ name, folder }) => {
    const document = await readDocumentOf(loading, `${folder}/settings.xml`, "settings");
    if (document === undefined) return undefined;
    return { workspace: name, content: without(document.content, ["workspace"]) };
  });
  return found.filter((one) => one !== undefined);
}
