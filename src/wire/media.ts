/**
 * Media types of the interface and what they stand for. Types arrive with parameters, in any
 * case, and in two spellings for CSS; one table decides (docs/interface.md, 4.2).
 */
import type { StyleFormat } from "../model/style.ts";

/** The types of the interface, by what they are for. */
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

/** The `charset` parameter in lower case; undefined when there is none. */
export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]?.toLowerCase();
}

/** Whether a content type announces a text, whose charset means something. */
export function isText(contentType: string): boolean {
  return /^text\/|^application\/(?:json$|.*\bxml$|.*(?:geocss|ysld|mbstyle))/.test(
    essence(contentType),
  );
}

/** Which document format a content type announces; undefined when it is no document. */
export function documentFormat(contentType: string): "xml" | "json" | undefined {
  return documents[essence(contentType)];
}

/** Whether a content type announces a ZIP archive. */
export function isZip(contentType: string): boolean {
  return zips.has(essence(contentType));
}

/** Which style language a content type announces; undefined when it is none. */
export function styleFormatOf(contentType: string): StyleFormat | undefined {
  return styles[essence(contentType)];
}

/** The type under which content of a format and version is sent. */
export function styleMediaType(format: StyleFormat, version: string): string {
  if (format !== "sld") return mediaTypes[format];
  return version === "1.1.0" ? mediaTypes.se : mediaTypes.sld;
}
