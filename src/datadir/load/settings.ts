/** Reads services and settings, global and of workspaces. */
import { each } from "../../model/each.ts";
import { loggingSettings } from "../../model/logging.ts";
import { serviceNames, serviceSettings } from "../../model/service.ts";
import { type SettingValues, bareSettings, changedSettings } from "../../model/setting.ts";
import { globalSettingTable, workspaceSettingTable } from "../../model/settings.ts";
import { parseSettings } from "../../wire/setting.ts";
import type { Tree } from "../../wire/tree.ts";
import { folderOf, joined } from "../tree/file-tree.ts";
import { readDocumentOf, unlessDamaged, without, type Loading } from "./document.ts";
import type { Workspace } from "./objects.ts";

const SERVICES = serviceNames.map(
  (name) => ({ kind: "service", name, table: serviceSettings[name] }) as const,
);

const OF_SERVER = [
  ...SERVICES,
  { kind: "global-settings", name: "global", table: globalSettingTable },
  { kind: "logging", name: "logging", table: loggingSettings },
] as const;

const OF_WORKSPACE = [
  ...SERVICES,
  { kind: "workspace-settings", name: "settings", table: workspaceSettingTable },
] as const;

/** A document of settings. */
export interface StoredSettings {
  readonly kind: ((typeof OF_SERVER)[number] | (typeof OF_WORKSPACE)[number])["kind"];
  /** Null for those of the server. */
  readonly workspace: string | null;
  /** Of the record, and the root element. */
  readonly name: string;
  readonly file: string;
  /** All that the document says, without its identity. */
  readonly content: Tree;
  /** What a table knows of it; undefined for a damaged document. */
  readonly values: SettingValues | undefined;
}

export async function loadSettings(
  loading: Loading,
  workspaces: readonly Workspace[],
): Promise<readonly StoredSettings[]> {
  const places = [
    ...OF_SERVER.map((sort) => ({ ...sort, workspace: null, folder: "" })),
    ...workspaces.flatMap(({ name: workspace, file }) =>
      OF_WORKSPACE.map((sort) => ({ ...sort, workspace, folder: folderOf(file) })),
    ),
  ];
  const found = await each(places, async ({ kind, name, table, workspace, folder }) => {
    const document = await readDocumentOf(loading, joined(folder, `${name}.xml`), name);
    if (document === undefined) return undefined;
    const content = without(document.content, ["workspace"]);
    const values = await unlessDamaged(loading, document, () =>
      changedSettings(table, bareSettings(table), parseSettings(table, content), "merged"),
    );
    return { kind, workspace, name, file: document.file, content, values };
  });
  return found.filter((one) => one !== undefined);
}
