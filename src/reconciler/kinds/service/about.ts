/** Services of the server and of workspaces (docs/compatibility.md, "Services"). */
import type { Address } from "../../../model/address.ts";
import {
  freshService,
  isServiceName,
  serviceNames,
  serviceSettings,
  type ServiceName,
} from "../../../model/service.ts";
import type { PlacedParts } from "../../../model/schema.ts";
import type { Tree } from "../../../wire/tree.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { workspaceOf } from "../identity/workspace.ts";
import { type DangerousChange, type Manifest } from "../../kind.ts";
import type { SettingsKind } from "../setting/contract.ts";
import type { SettingsSpec } from "../setting/spec.ts";

const table: PlacedParts = Object.assign({}, ...Object.values(serviceSettings));

export const serviceAbout: SettingsKind = {
  name: "Service",
  description:
    "A service (wms, wfs, wcs or wmts): of the server, or with a workspace the one that it has for itself.",
  workspace: "optional",
  table,
  example: {
    metadata: { name: "wms", workspace: "geology" },
    spec: { title: "Geology maps", srs: [4326, 25832], limits: { renderingTime: 60 } },
  },
  requests: ["PUT service", "PUT workspaceService", "DELETE workspaceService"],
  weight: 30,
  title,
  nameProblems,
  place: (address) => {
    const { workspace } = address;
    const ows = ownName(address);
    const global = { ...address, workspace: null };
    const origin = {
      address: global,
      read: servicePath(ows, null, "xml"),
      content: (one: Tree) => one,
    };
    return {
      root: ows,
      table: serviceSettings[ows],
      read: servicePath(ows, workspace, "xml"),
      put: servicePath(ows, workspace),
      ...(workspace === null ? {} : { origin }),
    };
  },
  keepsUnsaid: true,
  fresh: (address) => freshService(ownName(address)),
  passedOver: ["exceptionFormats", "clientProperties"],
  isRemovable: true,
  named: (workspace) => serviceNames.map((name) => ({ kind: "Service", workspace, name })),
  scope: ({ name }) => ({ service: name }),
  dangers,
};

/** The path of a service. */
export function servicePath(ows: ServiceName, workspace: string | null, suffix?: string): string {
  return workspace === null
    ? pathTo("service", { ows }, suffix)
    : pathTo("workspaceService", { ows, workspace }, suffix);
}

function title({ workspace, name }: Address): string {
  const service = `the ${name.toUpperCase()} service`;
  return workspace === null ? service : `${service} of workspace ${workspace}`;
}

function ownName({ name }: Address) {
  return isServiceName(name) ? name : "wms";
}

function nameProblems({ name, locate }: Manifest<SettingsSpec>) {
  if (isServiceName(name)) return [];
  const known = serviceNames.join(", ");
  const message = `There is no service ${JSON.stringify(name)}; its name must be one of ${known}`;
  const where = locate(["metadata", "name"]);
  return [{ code: "manifest-invalid", severity: "error", message, where }] as const;
}

/** The server's service answers again where a workspace's disabled service is deleted. */
function dangers({ action, address, before, after, others, deletedWith }: DangerousChange) {
  const [was, is] = [before?.["enabled"], after?.["enabled"]].map((one) => one !== false);
  const isOn = after?.["enabled"] === true;
  const goes = action === "delete" && deletedWith === undefined;
  if (workspaceOf(address).some(others.isGone)) return [];
  const danger = (name: "service-off" | "service-on", what: string) => [
    { name, message: `${title(address)} would ${what}`.replace(/^t/, "T") },
  ];
  if (was === true && is === false) return danger("service-off", "be switched off");
  if (was === true) return [];
  if (goes) return danger("service-on", "go, and that of the server answers again");
  return isOn ? danger("service-on", "be switched on") : [];
}
