/**
 * What can be set of the server as a whole, and of a workspace for itself. Plumbline keeps it; of what it
 * controls on a map server that draws, nothing is done here (docs/compatibility.md, "Settings").
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

/** Settings that the server has, and a workspace may have for itself, beside the contact. */
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

/** What a workspace may have for itself, in the order of its document. */
export const workspaceSettingTable: SettingTable = {
  ...inside("contact", contactTable),
  ...ownTable,
};

/** What the server has: the same inside of an element, then what no workspace has. */
export const globalSettingTable: SettingTable = {
  ...inside("settings", workspaceSettingTable),
  ...serverTable,
};

/** What a new catalog has. */
export const freshGlobalSettings: SettingValues = {
  ...shownSettings(globalSettingTable),
  "settings/numDecimals": 8,
  "settings/verbose": false,
  "coverageAccess/maxPoolSize": 10,
};

/** What is shown of a workspace. */
export interface WorkspaceSettings {
  readonly workspace: string;
  /** What it has for itself, or what is shown where it has nothing. */
  readonly settings: SettingValues;
  /** The workspace, where it has something for itself. */
  readonly owner: Dated<Pick<Workspace, "name" | "isolated">> | undefined;
}

/** What is shown of a workspace that has nothing for itself. */
export const noOwnSettings: SettingValues = {
  ...shownSettings(workspaceSettingTable),
  verbose: false,
};
