/** The log of the server: one per catalog, never deleted (docs/compatibility.md, "Logging"). */
import { freshLogging, loggingSettings } from "../../model/logging.ts";
import { pathTo } from "../../wire/addressing.ts";
import { bindKind } from "../kind.ts";
import { singleNameProblems } from "./identity/name.ts";
import { settingsKind } from "./setting/settings-kind.ts";

const ADDRESS = { kind: "Logging", workspace: null, name: "logging" } as const;

export const loggingKind = bindKind(
  settingsKind({
    name: ADDRESS.kind,
    description: "The logging settings of the server. There is one; its name is `logging`.",
    workspace: "none",
    table: loggingSettings,
    example: {
      metadata: { name: ADDRESS.name },
      spec: { profile: "PRODUCTION_LOGGING", stdout: true },
    },
    requests: ["PUT logging"],
    weight: 90,
    title: () => "the log",
    nameProblems: (manifest) => singleNameProblems(manifest, { noun: "log", only: ADDRESS.name }),
    place: () => ({
      root: "logging",
      table: loggingSettings,
      read: pathTo("logging", {}, "xml"),
      put: pathTo("logging", {}),
    }),
    keepsUnsaid: false,
    fresh: freshLogging,
    passedOver: [],
    named: (workspace) => (workspace === null ? [ADDRESS] : []),
    dangers: () => [],
  }),
);
