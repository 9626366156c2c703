/** Recorded messages of stock servers for missing objects; clients look for them. */
import type { Dialect } from "./dialect.ts";

const tripped = {
  layer: 'Cannot invoke "org.geoserver.catalog.LayerInfo.getResource()" because "original" is null',
  style: 'Cannot invoke "org.geoserver.catalog.StyleInfo.getFilename()" because "s" is null',
  layerGroup:
    'java.lang.NullPointerException: Cannot invoke "Object.getClass()" because "obj" is null',
  enabled: 'Cannot invoke "java.lang.Boolean.booleanValue()" because "this.enabled" is null',
  storeWorkspace:
    'Cannot invoke "org.geoserver.catalog.WorkspaceInfo.getName()" because "ws" is null',
  members:
    'Cannot invoke "java.util.List.isEmpty()" because the return value of "org.geoserver.catalog.LayerGroupInfo.getLayers()" is null',
  knownMembers: 'Cannot invoke "java.util.List.get(int)" because "styles" is null',
  styleGroup:
    'Cannot invoke "org.geotools.api.style.StyledLayerDescriptor.accept(org.geotools.api.style.StyleVisitor)" because "sld" is null',
  styledLayers: "Error writing style",
  settingsWorkspace:
    'Cannot invoke "org.geoserver.catalog.WorkspaceInfo.getId()" because "workspace" is null',
  newSettings: "Settings must be part of a workspace",
  settings: 'Cannot invoke "org.geoserver.config.SettingsInfo.getId()" because "s" is null',
} as const;

export type Missing = keyof typeof tripped;

/** Prefixes the message with the stock server's line in the `geoserver` dialect. */
export function missingText({ name }: Dialect, missing: Missing, message: string): string {
  return name === "geoserver" ? `${tripped[missing]}\n${message}` : message;
}
