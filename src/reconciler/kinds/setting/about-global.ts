/** Settings of the server, never deleted, and of workspaces (docs/compatibility.md, "Settings"). */
import type { Address } from "../../../model/address.ts";
import { settingsInside } from "../../../model/setting.ts";
import {
  freshGlobalSettings,
  globalSettingTable,
  workspaceSettingTable,
} from "../../../model/settings.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { isOfWorkspace } from "../../../wire/settings.ts";
import { member } from "../../../wire/tree.ts";
import { type Danger, type DangerousChange, type Facts, type Manifest } from "../../kind.ts";
import { singleNameProblems } from "../identity/name.ts";
import { workspaceOf } from "../identity/workspace.ts";
import type { SettingsKind, SettingsPlace } from "./contract.ts";
import type { SettingsSpec } from "./spec.ts";

const GLOBAL = { kind: "Settings", workspace: null, name: "global" } as const;
const OWN_NAME = "settings";

const whole: SettingsPlace = {
  root: "global",
  table: globalSettingTable,
  read: pathTo("settings", {}, "xml"),
  put: pathTo("settings", {}),
};

export const settingsAbout: SettingsKind = {
  name: GLOBAL.kind,
  description:
    "Settings of the server as a whole, with its contact: there is one, and its name is `global`. With a workspace, those that it has for itself; their name is `settings`.",
  workspace: "optional",
  table: globalSettingTable,
  example: {
    metadata: { name: GLOBAL.name },
    spec: {
      proxyBaseUrl: "https://maps.example.org/geoserver",
      contact: { organization: "Geological survey", email: "gis@example.org" },
    },
  },
  requests: ["PUT settings", "PUT workspaceSettings", "DELETE workspaceSettings"],
  weight: 25,
  title,
  nameProblems,
  place: ({ workspace }) => (workspace === null ? whole : placeOf(workspace)),
  // A stock server resets what a body leaves out to its initial value.
  keepsUnsaid: false,
  isOwn: isOfWorkspace,
  fresh: ({ workspace }) =>
    workspace === null ? freshGlobalSettings() : settingsInside(freshGlobalSettings(), "settings"),
  passedOver: [
    "updateSequence",
    "adminUsername",
    "adminPassword",
    "settings/id",
    "settings/contact/id",
    "contact/id",
    "userDetailsDisplaySettingsInfo/id",
  ],
  isRemovable: true,
  named: (workspace) => [workspace === null ? GLOBAL : ownOf(workspace)],
  dangers,
};

function placeOf(workspace: string): SettingsPlace {
  return {
    root: "settings",
    table: workspaceSettingTable,
    read: pathTo("workspaceSettings", { workspace }, "xml"),
    put: pathTo("workspaceSettings", { workspace }),
    origin: {
      address: GLOBAL,
      read: whole.read,
      content: (document) => member(document, "settings") ?? {},
    },
  };
}

function ownOf(workspace: string): Address {
  return { ...GLOBAL, workspace, name: OWN_NAME };
}

function title({ workspace }: Address): string {
  return workspace === null
    ? "the settings of the server"
    : `the settings of workspace ${workspace}`;
}

function nameProblems(manifest: Manifest<SettingsSpec>) {
  const isGlobal = manifest.workspace === null;
  return singleNameProblems(manifest, {
    noun: isGlobal ? "document of settings" : "document of settings in a workspace",
    only: isGlobal ? GLOBAL.name : OWN_NAME,
  });
}

const PROXY = "proxyBaseUrl";

/** The server's for an existing workspace without its own, undefined for a new workspace. */
function heldBefore({ address, before, former, others }: DangerousChange): Facts | undefined {
  const own = before ?? former;
  const isInherited = workspaceOf(address).some((home) => others.before(home) !== undefined);
  return own === undefined && isInherited ? others.before(GLOBAL) : own;
}

function dangers(change: DangerousChange): readonly Danger[] {
  const { before, after } = change;
  const [was, is] = [before?.["globalServices"], after?.["globalServices"]];
  const closes = {
    name: "service-off",
    message: "No service would answer outside of workspaces any more",
  } as const;
  const opens = {
    name: "service-on",
    message: "Services would answer outside of workspaces again",
  } as const;
  return [
    ...movedLinks(change),
    ...(is === false && was !== false ? [closes] : []),
    ...(is === true && was === false ? [opens] : []),
  ];
}

function movedLinks(change: DangerousChange): readonly Danger[] {
  const { action, address, after, deletedWith } = change;
  const { workspace } = address;
  const was = heldBefore(change)?.[PROXY];
  // A first proxy URL breaks no link that clients know.
  if (was === undefined || was === "") return [];
  const links =
    workspace === null ? "Links in answers" : `Links in answers of workspace ${workspace}`;
  const isLeft = action === "delete" && deletedWith === undefined;
  const is = isLeft ? "" : after?.[PROXY];
  if (is === undefined || is === was) return [];
  const text = JSON.stringify(was);
  const now =
    is === ""
      ? `not begin with ${text} any more`
      : `begin with ${JSON.stringify(is)} instead of ${text}`;
  return [{ name: "proxy-base-url", message: `${links} would ${now}` }];
}
