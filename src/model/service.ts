/** The services of a map server, and what can be set of each (docs/compatibility.md, "Services"). */
import { everyService } from "./service/every-service.ts";
import { wcs } from "./service/wcs.ts";
import { wfs } from "./service/wfs.ts";
import { wms } from "./service/wms.ts";
import { shownSettings, type SettingTable, type SettingValues } from "./setting.ts";

/** Names of the services that have settings. */
export const serviceNames = ["wms", "wfs", "wcs", "wmts"] as const;

/** Name of a service. */
export type ServiceName = (typeof serviceNames)[number];

/** Whether a text is the name of a service. */
export function isServiceName(text: string): text is ServiceName {
  return (serviceNames as readonly string[]).includes(text);
}

const wmts = everyService(["1.0.0"]) satisfies SettingTable;

/** The settings of each service, in the order of its document. */
export const serviceSettings: Readonly<Record<ServiceName, SettingTable>> = { wms, wfs, wcs, wmts };

/** What is not as usual in a new catalog. */
const starts: Readonly<Record<ServiceName, SettingValues>> = {
  wms: { title: "Web Map Service", maxBuffer: 25, "watermark/transparency": 0 },
  wfs: {
    title: "Web Feature Service",
    featureBounding: false,
    includeWFSRequestDumpFile: false,
  },
  wcs: { title: "Web Coverage Service" },
  wmts: { title: "Web Map Tile Service" },
};

/** What a service is like in a new catalog. */
export function freshService(service: ServiceName): SettingValues {
  return {
    ...shownSettings(serviceSettings[service]),
    name: service.toUpperCase(),
    accessConstraints: "NONE",
    fees: "NONE",
    ...starts[service],
  };
}
