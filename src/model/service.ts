/** The services of a map server and their settings (docs/compatibility.md, "Services"). */
import { everyService } from "./service/every-service.ts";
import { wcs } from "./service/wcs.ts";
import { wfs } from "./service/wfs.ts";
import { wms } from "./service/wms.ts";
import { type SettingValues, shownSettings } from "./setting.ts";
import type { PlacedParts } from "./schema.ts";

/** Services with settings. */
export const serviceNames = ["wms", "wfs", "wcs", "wmts"] as const;

/** A service with settings. */
export type ServiceName = (typeof serviceNames)[number];

/** Whether a text is the name of a service. */
export function isServiceName(text: string): text is ServiceName {
  return (serviceNames as readonly string[]).includes(text);
}

const wmts = everyService(["1.0.0"]) satisfies PlacedParts;

/** Settings of each service, in document order. */
export const serviceSettings: Readonly<Record<ServiceName, PlacedParts>> = { wms, wfs, wcs, wmts };

/** Values of a new catalog that differ from the defaults. */
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

/** A service's settings in a new catalog. */
export function freshService(service: ServiceName): SettingValues {
  return {
    ...shownSettings(serviceSettings[service]),
    name: service.toUpperCase(),
    accessConstraints: "NONE",
    fees: "NONE",
    ...starts[service],
  };
}
