/** Styles: formats, versions, locations of content, and default styles. */

/** Languages with title, file extension and required server module. */
export const styleFormats = {
  sld: { title: "SLD", end: "sld", module: "gs-main" },
  css: { title: "CSS", end: "css", module: "gs-css" },
  ysld: { title: "YSLD", end: "yaml", module: "gs-ysld" },
  mbstyle: { title: "MBStyle", end: "json", module: "gs-mbstyle" },
} as const;

/** Language a style is written in. */
export type StyleFormat = keyof typeof styleFormats;

/** Whether a format is one of these. */
export function isStyleFormat(format: string | undefined): format is StyleFormat {
  return format !== undefined && Object.hasOwn(styleFormats, format);
}

/** The language of a file extension, also of those that servers do not use. */
export function styleFormatOfFile(path: string): StyleFormat | undefined {
  const end = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  if (isStyleFormat(end)) return end;
  return end === "yaml" || end === "yml" ? "ysld" : end === "json" ? "mbstyle" : undefined;
}

/** SLD version; other languages count as 1.0.0. */
export type StyleVersion = "1.0.0" | "1.1.0";

/** A legend graphic; sizes in pixels. */
export interface Legend {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly onlineResource: string;
}

/** The legend on servers that empty it instead of removing it. */
export const noLegend: Legend = { width: 0, height: 0, format: "", onlineResource: "" };

/** A style, without its content. */
export interface Style {
  readonly name: string;
  readonly workspace: string | null;
  readonly format: StyleFormat;
  readonly version: StyleVersion;
  readonly fileName: string;
  readonly legend: Legend | null;
  /** Absent if there is none. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** A change of a style; undefined fields stay. */
export interface StylePatch {
  readonly name?: string | undefined;
  /** "" makes the style global. */
  readonly workspace?: string | undefined;
  readonly format?: string | undefined;
  readonly version?: string | undefined;
  readonly fileName?: string | undefined;
  /** Null removes it. */
  readonly legend?: Legend | null | undefined;
  /** Replaces the whole map. */
  readonly metadata?: ReadonlyMap<string, string> | undefined;
}

/** Properties of a style's content. */
export interface StyleContent {
  readonly format: StyleFormat;
  readonly version: StyleVersion;
  /** The content's own name: the first UserStyle's, or `@styleName`. */
  readonly name: string | null;
  /** Names of NamedLayers; more than one makes a style group. */
  readonly layers: readonly string[];
  /** The document begins with UserStyle, and its FeatureTypeStyle elements are empty. */
  readonly isEmpty?: true;
}

/** Initial styles, which cannot be removed (docs/compatibility.md, "Styles"). */
const defaultStyleNames = ["point", "line", "polygon", "raster", "generic"] as const;

/** Whether a style is a global default. */
export function isDefaultStyle(workspace: string | null, name: string): boolean {
  return workspace === null && (defaultStyleNames as readonly string[]).includes(name);
}

/** Name of content without a name. */
export const UNNAMED_STYLE = "Default Styler";

/** Content file of a style created from content alone. */
export function styleFileName(name: string, format: StyleFormat): string {
  return `${name}.${styleFormats[format].end}`;
}

/** Data directory folder of a scope's styles. */
export function styleFolder(workspace: string | null): string {
  return workspace === null ? "styles" : `workspaces/${workspace}/styles`;
}

/** Image extensions that servers copy from style packages. */
export const packageImageExtensions = ["svg", "png", "jpg", "bmp", "gif"] as const;

/** Servers copy images only from the top of a package. */
export function isPackageImage(fileName: string): boolean {
  const extension = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
  const known: readonly string[] = packageImageExtensions;
  return !fileName.includes("/") && fileName.includes(".") && known.includes(extension);
}
