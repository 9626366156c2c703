/** The content of a style as what its pictures are drawn from, and the images that it names. */
import type { SheetProblem } from "../../../geocss/problem.ts";
import { translateSheet } from "../../../geocss/translate.ts";
import { painter as limits, style as styleLimits } from "../../../model/limits.ts";
import type { FindImage } from "../../../painter/draw/canvas.ts";
import { styleImage, type StyleImage } from "../../../painter/image.ts";
import { readStyle } from "../../../painter/read/read-style.ts";
import type { Styling } from "../../../painter/styling.ts";
import { decodeText } from "../../../wire/text.ts";

/** What is wrong with a style, and where that is known. */
export type StyleProblem = Pick<SheetProblem, "message"> & Partial<Pick<SheetProblem, "place">>;

/** What a style says of the drawing, or what is wrong with it. */
export type ReadStyling =
  | { readonly styling: Styling; readonly problems?: undefined }
  | { readonly styling?: undefined; readonly problems: readonly StyleProblem[] };

/** Reads a style; `isSheet` says that it is one of GeoCSS. Throws WireError for what is no document at all. */
export function stylingIn(
  bytes: Uint8Array,
  { isSheet }: { readonly isSheet: boolean },
): ReadStyling {
  const bound = isSheet ? styleLimits.cssBytes : styleLimits.sldBytes;
  if (bytes.byteLength > bound)
    return { problems: [{ message: `The style has more than ${bound} bytes` }] };
  if (!isSheet) return { styling: readStyle(bytes) };
  const { sld, problems = [] } = translateSheet(decodeText(bytes));
  return sld === undefined ? { problems } : { styling: readStyle(Buffer.from(sld)) };
}

/** Bytes of an image by its path beside the style; undefined where there is none. */
export type ImageBytes = (path: string) => Uint8Array | undefined;

/** Images as pictures hold them, each read once, together within the bound. */
export function cachedImages(images: ImageBytes): FindImage {
  const known = new Map<string, StyleImage | undefined>();
  let left: number = limits.imagesBytes;
  return (href) => {
    // Parameters of an address are no part of a file's name.
    const [path = ""] = href.replace(/^file:(?!\/)/, "").split(/[?#]/, 1);
    if (known.has(path)) return known.get(path);
    const bytes = images(path);
    const isFitting = bytes !== undefined && bytes.byteLength <= left;
    const image = isFitting ? styleImage(bytes) : undefined;
    if (image !== undefined) left -= bytes?.byteLength ?? 0;
    known.set(path, image);
    return image;
  };
}
