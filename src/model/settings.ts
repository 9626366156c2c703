/**
 * Settings of server and workspaces. Plumbline stores, but does not apply, those for drawing
 * (docs/compatibility.md, "Settings").
 */
import { type Dated, type PlacedParts, inside, part } from "./schema.ts";
import { madeOnce } from "./made-once.ts";
import { type SettingValues, shownSettings } from "./setting.ts";
import { contactTable } from "./settings/contact.ts";
import { serverTable } from "./settings/server.ts";
import type { Workspace } from "./workspace.ts";

const off = { usual: false } as const;

/** Settings that a workspace may override, without the contact. */
export const ownTable = {
  charset: part("text", "charset", { usual: "UTF-8" }),
  title: part("text", "title"),
  decimals: part("number", "numDecimals", {
    usual: 4,
    least: 0,
    means: "Decimals of coordinates in responses.",
  }),
  onlineResource: part("text", "onlineResource"),
  schemaBaseUrl: part("text", "schemaBaseUrl"),
  proxyBaseUrl: part("text", "proxyBaseUrl", {
    means: "Base URL by which clients reach the server; links in responses begin with it.",
  }),
  verbose: part("flag", "verbose", { usual: true }),
  verboseExceptions: part("flag", "verboseExceptions", off),
  metadata: part("typed-entries", "metadata", {
    means: "Values by key, such as quietOnNotFound; other keys are kept.",
  }),
  localWorkspaceIncludesPrefix: part("flag", "localWorkspaceIncludesPrefix", off),
  showCreatedTimeColumnsInAdminList: part("flag", "showCreatedTimeColumnsInAdminList", off),
  showModifiedTimeColumnsInAdminList: part("flag", "showModifiedTimeColumnsInAdminList", off),
  showModifiedUserAdminList: part("flag", "showModifiedUserAdminList", off),
  defaultLocale: part("text", "defaultLocale"),
  useHeadersProxyUrl: part("flag", "useHeadersProxyURL", {
    ...off,
    nullable: true,
    means: "Whether proxyBaseUrl may use request headers.",
  }),
} as const satisfies PlacedParts;

/** Workspace settings, in document order. */
export const workspaceSettingTable: PlacedParts = {
  ...inside("contact", contactTable),
  ...ownTable,
};

/** Server settings: those of workspaces inside an element, then others. */
export const globalSettingTable: PlacedParts = {
  ...inside("settings", workspaceSettingTable),
  ...serverTable,
};

/** Settings of a new catalog. */
export const freshGlobalSettings = madeOnce((): SettingValues => ({
  ...shownSettings(globalSettingTable),
  "settings/numDecimals": 8,
  "settings/verbose": false,
  "coverageAccess/maxPoolSize": 10,
}));

/** Settings shown for a workspace. */
export interface WorkspaceSettings {
  readonly workspace: string;
  /** Its own settings, or the defaults. */
  readonly settings: SettingValues;
  /** The workspace, if it has its own settings. */
  readonly owner: Dated<Pick<Workspace, "name" | "isolated">> | undefined;
}

/** Settings shown for a workspace without its own. */
export const noOwnSettings = madeOnce((): SettingValues => ({
  ...shownSettings(workspaceSettingTable),
  verbose: false,
}));
