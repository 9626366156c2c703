/** Commands on the settings of the server and of workspaces (docs/compatibility.md, "Settings"). */
import {
  type SettingValues,
  type SettingsPatch,
  bareSettings,
  changedSettings,
  settingsInside,
  sprungSettings,
} from "../../model/setting.ts";
import { type SettingValue, objectsAround } from "../../model/schema.ts";
import {
  freshGlobalSettings,
  globalSettingTable,
  noOwnSettings,
  workspaceSettingTable,
  type WorkspaceSettings,
} from "../../model/settings.ts";
import { contactTexts } from "../../model/settings/contact.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { missingText, type Missing } from "./missing-text.ts";
import { checkCleared } from "./setting.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

const KEY = { kind: "global-settings", workspace: null, name: "global" } as const;

/** Returns the settings of the server. */
export async function globalSettings(reader: CatalogReader): Promise<SettingValues> {
  return (await reader.get(KEY.kind, KEY.workspace, KEY.name))?.value ?? freshGlobalSettings();
}

/** Changes the global settings. Deviation: settings-merged. */
export async function changeSettings(
  writer: CatalogWriter,
  dialect: Dialect,
  patch: SettingsPatch,
): Promise<void> {
  checkCleared(dialect, globalSettingTable, patch);
  const before = await globalSettings(writer);
  const after = changedSettings(globalSettingTable, before, patch, dialect.settingObjects);
  const values = dialect.settingsSpring ? sprungSettings(globalSettingTable, after, patch) : after;
  await writer.put(KEY, values);
}

/** Changes only the contact. */
export async function changeContact(
  writer: CatalogWriter,
  { contactTexts: manner }: Dialect,
  patch: SettingsPatch,
): Promise<void> {
  const change = manner === "filled-in" ? filledIn(patch) : patch;
  const before = await globalSettings(writer);
  await writer.put(KEY, changedSettings(globalSettingTable, before, change, "merged"));
}

/** As on a stock server: cleared texts become empty, missing ones the first translation. */
function filledIn({ said, objects }: SettingsPatch): SettingsPatch {
  const more = contactTexts.flatMap(([text, languages]): readonly [string, SettingValue][] => {
    const path = `settings/contact/${text}`;
    if (said[path] === null) return [[path, ""]];
    const [first] = Object.values(said[`settings/contact/${languages}`] ?? {});
    return said[path] === undefined && typeof first === "string" ? [[path, first]] : [];
  });
  return { said: { ...said, ...Object.fromEntries(more) }, objects };
}

function keyOf(workspace: string) {
  return { kind: "workspace-settings", workspace, name: "settings" } as const;
}

/** A workspace whose settings are accessed. */
export interface SettingsOwner {
  readonly dialect: Dialect;
  readonly workspace: string;
}

/** Returns defaults if the workspace has no settings. Throws if it does not exist. */
export async function workspaceSettings(
  reader: CatalogReader,
  { dialect, workspace }: SettingsOwner,
  missing: Missing = "settingsWorkspace",
): Promise<WorkspaceSettings> {
  const home = await reader.get("workspace", null, workspace);
  if (home === undefined) {
    const message = missingText(dialect, missing, `Workspace ${workspace} does not exist`);
    throw new CatalogError("settings-missing", message);
  }
  const { kind, name } = keyOf(workspace);
  const found = await reader.get(kind, workspace, name);
  if (found === undefined) return { workspace, settings: noOwnSettings(), owner: undefined };
  const { created, modified, value } = home;
  const owner = { name: workspace, isolated: value.isolated, created, modified };
  return { workspace, settings: found.value, owner };
}

/** Throws if the workspace has settings. */
export async function createWorkspaceSettings(
  writer: CatalogWriter,
  of: SettingsOwner,
  patch: SettingsPatch,
): Promise<void> {
  const { owner } = await workspaceSettings(writer, of, "newSettings");
  if (owner !== undefined) {
    const message = `Settings already exist for workspace '${of.workspace}'`;
    throw new CatalogError("settings-exist", message);
  }
  await changeWorkspaceSettings(writer, of, patch);
}

/** Changes or creates the settings of a workspace. */
export async function changeWorkspaceSettings(
  writer: CatalogWriter,
  of: SettingsOwner,
  patch: SettingsPatch,
): Promise<void> {
  const { dialect, workspace } = of;
  checkCleared(dialect, workspaceSettingTable, patch);
  const { settings, owner } = await workspaceSettings(writer, of);
  const before = owner === undefined ? undefined : settings;
  const start = await startOf(writer, dialect, before);
  const manner = dialect.settingObjects;
  const after = changedSettings(workspaceSettingTable, start, patch, manner);
  await writer.put(keyOf(workspace), after);
}

/** A stock server starts from nothing, but keeps texts and nullable settings. */
async function startOf(
  reader: CatalogReader,
  { settingObjects }: Dialect,
  before: SettingValues | undefined,
): Promise<SettingValues> {
  if (settingObjects === "merged")
    return before ?? settingsInside(await globalSettings(reader), "settings");
  const outer = Object.values(workspaceSettingTable).filter(
    (one) => objectsAround(one).length === 0 && (one.type === "text" || one.nullable === true),
  );
  const kept = outer.flatMap(({ path }) => {
    const value = before?.[path];
    return value === undefined ? [] : [[path, value] as const];
  });
  return { ...bareSettings(workspaceSettingTable), ...Object.fromEntries(kept) };
}

/** Removes the settings of a workspace; the global ones apply then. Throws if there are none. */
export async function removeWorkspaceSettings(
  writer: CatalogWriter,
  of: SettingsOwner,
): Promise<void> {
  const { owner } = await workspaceSettings(writer, of);
  if (owner === undefined) throw noSettings(of);
  await writer.remove(keyOf(of.workspace));
}

/** The error for a workspace without settings. */
export function noSettings({ dialect, workspace }: SettingsOwner): CatalogError {
  const text = `Workspace ${workspace} has no settings for itself`;
  const message = missingText(dialect, "settings", text);
  return new CatalogError("settings-missing", message);
}
