/** Reads images that a style names by relative paths. */
import { painter as limits } from "../model/limits.ts";
import { styleImage, type StyleImage } from "../painter/image.ts";
import { namesInFolder } from "./lists.ts";
import { RestError, type Rest } from "./reading.ts";

/** The most images that are read. */
const MOST = 100;

/**
 * Undefined for anything outside the style's folder, such as images of other servers, which must
 * not be requested.
 */
export function imagePath(style: string, href: string): string | undefined {
  // Parameters of an address are not part of the file name.
  const [file = ""] = href.replace(/^file:(?!\/)/, "").split(/[?#]/, 1);
  const segments = file.split("/");
  const isInside = !segments.some((one) => one === "" || one === "." || one === "..");
  if (!isInside || /[:\\\0]/.test(file)) return undefined;
  const [, folder] = /^rest\/((?:workspaces\/[^/]+\/)?styles)\/[^/]+$/.exec(style) ?? [];
  if (folder === undefined) return undefined;
  return `rest/resource/${folder}/${segments.map(encodeURIComponent).join("/")}`;
}

/** The readable images by address, limited in total size. */
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
  const isThere = holdings(rest);
  for (const { href, path } of paths.slice(0, MOST)) {
    const bytes = await ifShown(async () =>
      (await isThere(path)) ? await rest.bytes(path) : undefined,
    );
    const image = bytes === undefined || bytes.byteLength > left ? undefined : styleImage(bytes);
    if (image === undefined) continue;
    left -= bytes?.byteLength ?? 0;
    found.set(href, image);
  }
  return found;
}

/**
 * Whether a file is in its folder. It reads folder lists, because browsers report each 404 as an
 * error of the page, and the format of a file's metadata may depend on its suffix.
 */
function holdings(rest: Rest): (path: string) => Promise<boolean> {
  const lists = new Map<string, Promise<readonly string[]>>();
  const isThere = async (path: string): Promise<boolean> => {
    const end = path.lastIndexOf("/");
    const folder = path.slice(0, end);
    if (!folder.endsWith("/styles") && !(await isThere(folder))) return false;
    const names = lists.get(folder) ?? namesInFolder(rest, folder);
    lists.set(folder, names);
    return (await names).includes(decodeURIComponent(path.slice(end + 1)));
  };
  return isThere;
}

/** Undefined for any refusal but the end of the session. */
async function ifShown<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RestError && error.status !== 0 && error.status !== 401) return undefined;
    throw error;
  }
}
