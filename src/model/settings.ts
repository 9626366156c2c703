/**
 * Settings of server and workspaces. Plumbline stores, but does not apply, those for drawing
 * (docs/compatibility.md, "Settings").
 */
import type { Dated } from "./fields.ts";
import {
  inside,
  setting,
  shownSettings,
  type SettingTable,
  type SettingValues,
} from "./setting.ts";
import { contactTable } from "./settings/contact.ts";
import { serverTable } from "./settings/server.ts";
import type { Workspace } from "./workspace.ts";

const off = { usual: false } as const;

/** Settings that a workspace may override, without the contact. */
export const ownTable = {
  charset: setting("text", "charset", { usual: "UTF-8" }),
  title: setting("text", "title"),
  decimals: setting("number", "numDecimals", {
    usual: 4,
    least: 0,
    means: "Decimals of coordinates in answers.",
  }),
  onlineResource: setting("text", "onlineResource"),
  schemaBaseUrl: setting("text", "schemaBaseUrl"),
  proxyBaseUrl: setting("text", "proxyBaseUrl", {
    means: "Address by which clients reach the server; links in answers begin so.",
  }),
  verbose: setting("flag", "verbose", { usual: true }),
  verboseExceptions: setting("flag", "verboseExceptions", off),
  metadata: setting("typed-entries", "metadata", {
    means: "Values by key, such as quietOnNotFound; others stay as they are.",
  }),
  localWorkspaceIncludesPrefix: setting("flag", "localWorkspaceIncludesPrefix", off),
  showCreatedTimeColumnsInAdminList: setting("flag", "showCreatedTimeColumnsInAdminList", off),
  showModifiedTimeColumnsInAdminList: setting("flag", "showModifiedTimeColumnsInAdminList", off),
  showModifiedUserAdminList: setting("flag", "showModifiedUserAdminList", off),
  defaultLocale: setting("text", "defaultLocale"),
  useHeadersProxyUrl: setting("flag", "useHeadersProxyURL", {
    ...off,
    nullable: true,
    means: "Whether headers of requests may say what proxyBaseUrl refers to.",
  }),
} as const satisfies SettingTable;

/** Workspace settings, in document order. */
export const workspaceSettingTable: SettingTable = {
  ...inside("contact", contactTable),
  ...ownTable,
};

/** Server settings: those of workspaces inside an element, then others. */
export const globalSettingTable: SettingTable = {
  ...inside("settings", workspaceSettingTable),
  ...serverTable,
};

/** Settings of a new catalog. */
export const freshGlobalSettings: SettingValues = {
  ...shownSettings(globalSettingTable),
  "settings/numDecimals": 8,
  "settings/verbose": false,
  "coverageAccess/maxPoolSize": 10,
};

/** Settings shown for a workspace. */
export interface WorkspaceSettings {
  readonly workspace: string;
  /** Its own settings, or the defaults. */
  readonly settings: SettingValues;
  /** The workspace, if it has its own settings. */
  readonly owner: Dated<Pick<Workspace, "name" | "isolated">> | undefined;
}

/** Settings shown for a workspace without its own. */
export const noOwnSettings: SettingValues = {
  ...shownSettings(workspaceSettingTable),
  verbose: false,
};
