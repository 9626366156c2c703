/** Images that a style names by a path. */
import { attributeNamed, trimmedText } from "../../wire/xml-document.ts";
import type { ImagePath } from "../finding.ts";
import { withInner, type ReadElement } from "./walk.ts";

/** `at` is the index of the element. */
export interface ElementImage extends ImagePath {
  readonly at: number;
}

/** Images of external graphics and marks, without URLs and computed names. */
export function imagesOf(root: ReadElement): readonly ElementImage[] {
  const found: ElementImage[] = [];
  for (const element of withInner(root)) {
    const named = imageOf(element);
    if (named !== undefined) found.push({ ...named, at: element.at });
  }
  return found;
}

function imageOf({ name, element, children }: ReadElement): ImagePath | undefined {
  if (name === "OnlineResource" && /^(?:externalgraphic|mark)$/i.test(element.parent?.name ?? ""))
    return imageAt(attributeNamed(element, "href") ?? "");
  // A mark may be a drawing in a file of its own.
  if (name !== "WellKnownName" || children.length > 0) return undefined;
  const text = trimmedText(element);
  return text.startsWith("file://") ? imageAt(text) : undefined;
}

/** Undefined for an image on a server, and for a name that is computed when drawing. */
export function imageAt(address: string): ImagePath | undefined {
  const written = address.trim();
  const bare = written.replace(/^file:(?:\/\/)?(?!\/)/i, "");
  const [path = ""] = bare.replace(/^(?:\.\/)+/, "").split(/[?#]/, 1);
  const isElsewhere = /^(?!file:)[a-z][\w+.-]+:|\$\{|^$/i.test(path);
  if (isElsewhere) return undefined;
  const inside = decoded(path);
  if (leadsOut(path) || leadsOut(inside ?? "")) return { path: written, isOutside: true };
  return inside === undefined ? undefined : { path: inside };
}

function leadsOut(path: string): boolean {
  return /^file:|^[a-z]:|^\/|\\/i.test(path) || path.split("/").includes("..");
}

/** Spaces may be written as %20. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
