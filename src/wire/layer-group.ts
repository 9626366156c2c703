/** Layer groups, as far as the reconciler meets them: which layers they hold. */
import { parseNames } from "./list.ts";
import { pathOf } from "./paths.ts";
import { getIfThere } from "./reading.ts";
import { bodyText, type Reader } from "./request.ts";
import { asList, member, memberText } from "./tree.ts";
import { parseXml } from "./xml.ts";

/** A group and the layers in it, as `workspace:name` or bare names of its own workspace. */
export interface LayerGroup {
  readonly workspace: string | null;
  readonly name: string;
  readonly layers: readonly string[];
}

/** Global groups and those of one workspace; none where the server knows no groups. Throws ReadError. */
export async function readLayerGroups(
  read: Reader,
  workspace: string,
): Promise<readonly LayerGroup[]> {
  const global = await readGroups(read, null);
  return [...global, ...(await readGroups(read, workspace))];
}

async function readGroups(read: Reader, workspace: string | null): Promise<readonly LayerGroup[]> {
  const path =
    workspace === null
      ? pathOf("layerGroups", {}, "xml")
      : pathOf("workspaceLayerGroups", { workspace }, "xml");
  const list = await getIfThere(read, path);
  const names = list === undefined ? [] : parseNames(list, "layerGroup");
  const groups = await Promise.all(names.map((name) => readGroup(read, workspace, name)));
  return groups.filter((group) => group !== undefined);
}

async function readGroup(
  read: Reader,
  workspace: string | null,
  name: string,
): Promise<LayerGroup | undefined> {
  const path =
    workspace === null
      ? pathOf("layerGroup", { layerGroup: name }, "xml")
      : pathOf("workspaceLayerGroup", { workspace, layerGroup: name }, "xml");
  const response = await getIfThere(read, path);
  if (response === undefined) return undefined;
  const { content } = parseXml(bodyText(response));
  const published = asList(member(member(content, "publishables"), "published"));
  const layers = asList(member(member(content, "layers"), "layer"));
  return {
    workspace,
    name,
    layers: [...published, ...layers].flatMap((entry) => memberText(entry, "name") ?? []),
  };
}
