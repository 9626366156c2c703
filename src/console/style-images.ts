/** Images that a style names by paths beside itself, as the interface has them. */
import { painter as limits } from "../model/limits.ts";
import { styleImage, type StyleImage } from "../painter/image.ts";
import { RestError, type Rest } from "./reading.ts";

/** Images that are asked for, at most; the others are not at hand. */
const MOST = 100;

/**
 * The path of an image, by that of its style and its address in it; undefined for what does not lie below the
 * folder of the style, such as images of other servers, which nobody is asked for.
 */
export function imagePath(style: string, href: string): string | undefined {
  // Parameters of an address are no part of a file's name.
  const [file = ""] = href.replace(/^file:(?!\/)/, "").split(/[?#]/, 1);
  const segments = file.split("/");
  const isInside = !segments.some((one) => one === "" || one === "." || one === "..");
  if (!isInside || /[:\\\0]/.test(file)) return undefined;
  const [, folder] = /^rest\/((?:workspaces\/[^/]+\/)?styles)\/[^/]+$/.exec(style) ?? [];
  if (folder === undefined) return undefined;
  return `rest/resource/${folder}/${segments.map(encodeURIComponent).join("/")}`;
}

/** The images by their addresses, those that can be had; all together within the bound of pictures. */
export async function readImages(
  rest: Rest,
  style: string,
  hrefs: Iterable<string>,
): Promise<ReadonlyMap<string, StyleImage>> {
  const found = new Map<string, StyleImage>();
  const paths = [...hrefs].flatMap((href) => {
    const path = imagePath(style, href);
    return path === undefined ? [] : [{ href, path }];
  });
  let left: number = limits.imagesBytes;
  for (const { href, path } of paths.slice(0, MOST)) {
    const bytes = await bytesOf(rest, path);
    const image = bytes === undefined || bytes.byteLength > left ? undefined : styleImage(bytes);
    if (image === undefined) continue;
    left -= bytes?.byteLength ?? 0;
    found.set(href, image);
  }
  return found;
}

/** Undefined for what is not there, and for what this account may not read. */
async function bytesOf(rest: Rest, path: string): Promise<Uint8Array | undefined> {
  try {
    // Asked first whether it is there: browsers report each answer of 404 as an error of the page.
    const document = await rest.json(`${path}?operation=metadata&format=json`);
    const [metadata] = Object.values(
      document as Readonly<Record<string, { readonly type?: string }>>,
    );
    return metadata?.type === "resource" ? await rest.bytes(path) : undefined;
  } catch (error) {
    if (error instanceof RestError && error.status !== 0 && error.status !== 401) return undefined;
    throw error;
  }
}
