/**
 * Styles from the command line (a file, a package, a folder or standard input) with their images.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { compareText } from "../../../model/address.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { defined } from "../../../model/defined.ts";
import { painter as limits, zip as zipLimits } from "../../../model/limits.ts";
import { styleFormatOfFile, styleFormats } from "../../../model/style.ts";
import type { FindImage } from "../../../painter/draw/canvas.ts";
import type { Styling } from "../../../painter/styling.ts";
import { unreadable } from "../../../reconciler/manifest/find-files.ts";
import { WireError } from "../../../wire/wire-error.ts";
import { looksLikeZip, readZip } from "../../../wire/zip.ts";
import { readInput, type OpenInput } from "../../process/read-input.ts";
import { cachedImages, stylingIn, type ImageBytes } from "./styling.ts";

export type StyleFile =
  | {
      readonly styling: Styling;
      readonly findImage: FindImage;
      readonly problems?: undefined;
    }
  | { readonly problems: readonly Diagnostic[] };

export async function readStyleFile(path: string, stdin: OpenInput): Promise<StyleFile> {
  try {
    const found = await findStyle(path, stdin);
    if (!("bytes" in found)) return { problems: [found] };
    const { file, bytes, images } = found;
    return stylingOf(file, bytes, cachedImages(images));
  } catch (error) {
    if (error instanceof WireError) return { problems: [invalid(path, error.message, error)] };
    return { problems: [unreadable(path, error)] };
  }
}

interface Found {
  /** File name for messages. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly images: ImageBytes;
}

async function findStyle(path: string, stdin: OpenInput): Promise<Found | Diagnostic> {
  const file = path !== "-" && statSync(path).isDirectory() ? styleIn(path) : path;
  if (file === undefined) return unclear(path);
  const bytes = await readInput(file, { limit: zipLimits.unpackedBytes, stdin });
  if (bytes === undefined) return invalid(file, `${file} is larger than any style`);
  if (!looksLikeZip(bytes))
    return { file, bytes, images: file === "-" ? () => undefined : beside(dirname(file)) };
  const files = await readZip(bytes);
  const name = onlyStyle([...files.keys()]);
  const content = files.get(name ?? "");
  if (name === undefined || content === undefined) return unclear(path);
  const folder = dirname(name);
  return { file: path, bytes: content, images: (image) => files.get(join(folder, image)) };
}

function styleIn(folder: string): string | undefined {
  const name = onlyStyle(readdirSync(folder));
  return name === undefined ? undefined : join(folder, name);
}

/** The only style among files; SLD takes precedence over CSS, as packages are made for it. */
function onlyStyle(files: readonly string[]): string | undefined {
  for (const ending of [".sld", ".css"]) {
    const [first, ...others] = files
      .filter((file) => file.toLowerCase().endsWith(ending))
      .toSorted(compareText);
    if (first !== undefined) return others.length === 0 ? first : undefined;
  }
  return undefined;
}

function unclear(path: string): Diagnostic {
  return invalid(path, `${path} holds no style, or several`);
}

/** Images in a folder; paths and links out of the folder are refused. */
function beside(folder: string): ImageBytes {
  const root = realpathSync(folder);
  return (image) => {
    const isInside = !isAbsolute(image) && !/(?:^|[\\/])\.\.(?:[\\/]|$)|[:\0]/.test(image);
    return isInside && image !== "" ? imageIn(root, image) : undefined;
  };
}

/** Undefined for an unreadable image, such as one whose name is too long. */
function imageIn(root: string, image: string): Uint8Array | undefined {
  try {
    const file = realpathSync(join(root, image));
    const found = statSync(file);
    const isImage = found.isFile() && found.size <= limits.imageBytes;
    return isImage && file.startsWith(join(root, sep)) ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  }
}

function stylingOf(file: string, bytes: Uint8Array, findImage: FindImage): StyleFile {
  const format = styleFormatOfFile(file) ?? "sld";
  if (format !== "sld" && format !== "css") {
    const message = `Styles in ${styleFormats[format].title} are not drawn; those in SLD and CSS are`;
    return { problems: [invalid(file, message)] };
  }
  const isSheet = /\.css$/i.test(basename(file)) || !looksLikeXml(bytes);
  const { styling, problems = [] } = stylingIn(bytes, { isSheet });
  if (styling !== undefined) return { styling, findImage };
  return { problems: problems.map(({ message, place }) => invalid(file, message, place)) };
}

/** Whether the text starts with a tag, in any encoding. */
function looksLikeXml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, SNIFFED)).toString("latin1");
  return /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*</.test(start);
}

const SNIFFED = 64;

export function invalid(
  file: string,
  message: string,
  {
    line,
    column,
  }: { readonly line?: number | undefined; readonly column?: number | undefined } = {},
): Diagnostic {
  return fault("style-invalid", message, { where: { file, ...defined({ line, column }) } });
}
