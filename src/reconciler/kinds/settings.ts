/** Settings of the server as a whole: one document, never deleted (docs/compatibility.md, "Settings"). */
import { freshGlobalSettings, globalSettingTable } from "../../model/global-settings.ts";
import { pathTo } from "../../wire/addressing.ts";
import { getIfThere } from "../../wire/reading.ts";
import { bindKind, type Danger, type DangerousChange } from "../kind.ts";
import { singleNameProblems } from "./identity/name.ts";
import { settingsKind } from "./setting/settings-kind.ts";

const ADDRESS = { kind: "Settings", workspace: null, name: "global" } as const;

/** The kind `Settings`. */
export const globalSettingsKind = bindKind(
  settingsKind({
    name: ADDRESS.kind,
    description:
      "Settings of the server as a whole, with its contact. There is one; its name is `global`.",
    workspace: "none",
    table: globalSettingTable,
    example: {
      metadata: { name: ADDRESS.name },
      spec: {
        proxyBaseUrl: "https://maps.example.org/geoserver",
        contact: { organization: "Geological survey", email: "gis@example.org" },
      },
    },
    requests: ["PUT settings"],
    weight: 25,
    title: () => "the settings of the server",
    nameProblems: (manifest) =>
      singleNameProblems(manifest, { noun: "document of settings", only: ADDRESS.name }),
    place: () => ({
      root: "global",
      table: globalSettingTable,
      read: pathTo("settings", {}, "xml"),
      put: pathTo("settings", {}),
    }),
    // A stock server takes what a body leaves out back to what it was at first.
    keepsUnsaid: false,
    fresh: () => freshGlobalSettings,
    passedOver: ["updateSequence", "adminUsername", "adminPassword"],
    list: {
      outside: async ({ read }) => {
        const found = await getIfThere(read, pathTo("settings", {}, "xml"));
        return found === undefined ? [] : [ADDRESS];
      },
    },
    dangers,
  }),
);

function dangers({ before, after }: DangerousChange): readonly Danger[] {
  const [was, is] = [before?.["proxyBaseUrl"], after?.["proxyBaseUrl"]];
  // The first one only says what clients could not know before.
  const moved = is !== undefined && is !== was && was !== undefined && was !== "";
  const closed = after?.["globalServices"] === false && before?.["globalServices"] !== false;
  return [
    ...(moved
      ? [
          {
            name: "proxy-base-url" as const,
            message: `Links in answers would begin with ${JSON.stringify(is)} instead of ${JSON.stringify(was)}`,
          },
        ]
      : []),
    ...(closed
      ? [
          {
            name: "service-off" as const,
            message: "No service would answer outside of workspaces any more",
          },
        ]
      : []),
  ];
}
