/** Parses a style for drawing, and loads its images. */
import type { SheetProblem } from "../../../geocss/problem.ts";
import { translateSheet } from "../../../geocss/translate.ts";
import { painter as limits, style as styleLimits } from "../../../model/limits.ts";
import type { FindImage } from "../../../painter/draw/canvas.ts";
import { styleImage, type StyleImage } from "../../../painter/image.ts";
import { readStyle } from "../../../painter/read/read-style.ts";
import type { Styling } from "../../../painter/styling.ts";
import { decodeText } from "../../../wire/text.ts";

export type StyleProblem = Pick<SheetProblem, "message"> & Partial<Pick<SheetProblem, "place">>;

export type ReadStyling =
  | { readonly styling: Styling; readonly problems?: undefined }
  | { readonly styling?: undefined; readonly problems: readonly StyleProblem[] };

/** Parses a style; `isSheet` means GeoCSS. Throws WireError for an invalid document. */
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

/** Bytes of an image by its path relative to the style. */
export type ImageBytes = (path: string) => Uint8Array | undefined;

/** Images for pictures, each read once, up to a total size. */
export function cachedImages(images: ImageBytes): FindImage {
  const known = new Map<string, StyleImage | undefined>();
  let left: number = limits.imagesBytes;
  return (href) => {
    // Query and fragment are not part of the file name.
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
