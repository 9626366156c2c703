/** Styles: formats, versions, where their content lies, and the ones every catalog has. */

/** Languages of styles: what people call them, how files of their content end, the module that servers need for them. */
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

/** The language of a file by the end of its name, which may be another one than servers give it. */
export function styleFormatOfFile(path: string): StyleFormat | undefined {
  const end = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  if (isStyleFormat(end)) return end;
  return end === "yaml" || end === "yml" ? "ysld" : end === "json" ? "mbstyle" : undefined;
}

/** Version of SLD; other languages count as 1.0.0. */
export type StyleVersion = "1.0.0" | "1.1.0";

/** Legend graphic of a style; sizes in pixels. */
export interface Legend {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly onlineResource: string;
}

/** What a legend is on servers that empty one instead of taking it away. */
export const noLegend: Legend = { width: 0, height: 0, format: "", onlineResource: "" };

/** A style, without its content. */
export interface Style {
  readonly name: string;
  readonly workspace: string | null;
  readonly format: StyleFormat;
  readonly version: StyleVersion;
  readonly fileName: string;
  readonly legend: Legend | null;
  /** Absent in styles that have none. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** What a client says of an entry: fields that are undefined keep their value. */
export interface StylePatch {
  readonly name?: string | undefined;
  /** "" makes the style global. */
  readonly workspace?: string | undefined;
  readonly format?: string | undefined;
  readonly version?: string | undefined;
  readonly fileName?: string | undefined;
  /** Null takes it away. */
  readonly legend?: Legend | null | undefined;
  /** Replaces the whole map. */
  readonly metadata?: ReadonlyMap<string, string> | undefined;
}

/** What the bytes of a style turn out to be. */
export interface StyleContent {
  readonly format: StyleFormat;
  readonly version: StyleVersion;
  /** Name that the content gives itself: the first UserStyle's, or `@styleName`. */
  readonly name: string | null;
  /** Names of the NamedLayers; more than one makes the document a style group. */
  readonly layers: readonly string[];
  /** Set where the document begins with UserStyle, and what it has of FeatureTypeStyle is empty. */
  readonly isEmpty?: true;
}

/** Styles that exist from the start and cannot be removed (docs/compatibility.md, "Styles"). */
const defaultStyleNames = ["point", "line", "polygon", "raster", "generic"] as const;

/** Whether a global style of this name is one of the defaults. */
export function isDefaultStyle(workspace: string | null, name: string): boolean {
  return workspace === null && (defaultStyleNames as readonly string[]).includes(name);
}

/** Name given to content that names itself nowhere. */
export const UNNAMED_STYLE = "Default Styler";

/** File name of the content of a style that was created from content alone. */
export function styleFileName(name: string, format: StyleFormat): string {
  return `${name}.${styleFormats[format].end}`;
}

/** Folder of style content in the data directory, for one scope. */
export function styleFolder(workspace: string | null): string {
  return workspace === null ? "styles" : `workspaces/${workspace}/styles`;
}

/** Extensions of the images that a style package may bring; others are not copied by servers. */
export const packageImageExtensions = ["svg", "png", "jpg", "bmp", "gif"] as const;

/** Whether a file at the top of a style package is an image that a server copies. */
export function isPackageImage(fileName: string): boolean {
  const extension = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
  const known: readonly string[] = packageImageExtensions;
  return !fileName.includes("/") && fileName.includes(".") && known.includes(extension);
}
