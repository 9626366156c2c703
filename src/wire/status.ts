/** Status documents: modules of the server, and metrics of the machine. */
import type { ServerModule } from "../model/modules.ts";
import {
  renderDocument,
  renderList,
  value,
  type DocumentFormat,
  type Rendering,
  type RenderedDocument,
} from "./document.ts";
import { mediaTypes } from "./media.ts";
import { pathOf } from "./paths.ts";
import { renderXml } from "./xml.ts";

/** Renders the list of modules. */
export function renderStatuses(
  modules: readonly ServerModule[],
  rendering: Rendering,
): RenderedDocument {
  const listed = modules.map(({ module, name }) => ({ name, path: pathOf("status", { module }) }));
  return renderList("statuss", "status", listed, rendering);
}

/** Renders a module; all listed modules are available and enabled. */
export function renderStatus(
  { module, name }: ServerModule,
  version: string,
  rendering: Rendering,
): RenderedDocument {
  return renderDocument(
    "status",
    [
      ["module", value(module)],
      ["name", value(name)],
      ["component", value("Plumbline")],
      ["version", value(version)],
      ["isAvailable", value(true)],
      ["isEnabled", value(true)],
    ],
    rendering,
  );
}

/** A metric under GeoServer's name. */
export interface Metric {
  readonly name: string;
  readonly description: string;
  readonly category: "SYSTEM" | "CPU" | "MEMORY" | "GEOSERVER";
  /** The device, such as a disk, or the name of the metric. */
  readonly identifier: string;
  /** Empty for texts and counts. */
  readonly unit: "" | "%" | "bytes" | "sec";
  /** Rank in the order of display. */
  readonly priority: number;
  /** Undefined when the system does not provide it. */
  readonly value: string | number | undefined;
}

/** Renders metrics, including unavailable ones. */
export function renderMetrics(
  metrics: readonly Metric[],
  format: DocumentFormat,
): RenderedDocument {
  const metric = metrics.map((one) => ({
    name: one.name,
    available: one.value !== undefined,
    description: one.description,
    unit: one.unit,
    category: one.category,
    identifier: one.identifier,
    priority: one.priority,
    value: one.value ?? "NOT AVAILABLE",
  }));
  if (format === "json")
    return { contentType: mediaTypes.json, text: JSON.stringify({ metrics: { metric } }) };
  return { contentType: mediaTypes.xml, text: renderXml("metrics", { metric }) };
}
