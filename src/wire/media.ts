/** Media types and their meaning (docs/interface.md, 4.2). */
import type { StyleFormat } from "../model/style.ts";

/** Media types by purpose. */
export const mediaTypes = {
  xml: "application/xml",
  textXml: "text/xml",
  json: "application/json",
  textJson: "text/json",
  ndjson: "application/x-ndjson",
  problem: "application/problem+json",
  text: "text/plain",
  sld: "application/vnd.ogc.sld+xml",
  se: "application/vnd.ogc.se+xml",
  css: "application/vnd.geoserver.geocss+css",
  ysld: "application/vnd.geoserver.ysld+yaml",
  mbstyle: "application/vnd.geoserver.mbstyle+json",
  publishedCss: "application/vnd.service.geocss+css",
  zip: "application/zip",
  binary: "application/octet-stream",
} as const;

const documents: Readonly<Record<string, "xml" | "json">> = {
  [mediaTypes.textXml]: "xml",
  [mediaTypes.xml]: "xml",
  [mediaTypes.json]: "json",
  [mediaTypes.textJson]: "json",
};

const zips = new Set(["application/zip", "multipart/x-zip", "application/x-zip-compressed"]);

const styles: Readonly<Record<string, StyleFormat>> = {
  [mediaTypes.sld]: "sld",
  [mediaTypes.se]: "sld",
  [mediaTypes.css]: "css",
  [mediaTypes.publishedCss]: "css",
  [mediaTypes.ysld]: "ysld",
  [mediaTypes.mbstyle]: "mbstyle",
};

/** The type without parameters, in lower case. */
export function essence(contentType: string): string {
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** In lower case; undefined when absent. */
export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]?.toLowerCase();
}

/** Whether the charset of the type matters. */
export function isText(contentType: string): boolean {
  return /^text\/|^application\/(?:json$|.*\bxml$|.*(?:geocss|ysld|mbstyle))/.test(
    essence(contentType),
  );
}

/** Undefined for other types. */
export function documentFormat(contentType: string): "xml" | "json" | undefined {
  return documents[essence(contentType)];
}

/** Whether the type is a ZIP archive. */
export function isZip(contentType: string): boolean {
  return zips.has(essence(contentType));
}

/** Undefined for other types. */
export function styleFormatOf(contentType: string): StyleFormat | undefined {
  return styles[essence(contentType)];
}

/** The media type of a style. */
export function styleMediaType(format: StyleFormat, version: string): string {
  if (format !== "sld") return mediaTypes[format];
  return version === "1.1.0" ? mediaTypes.se : mediaTypes.sld;
}
