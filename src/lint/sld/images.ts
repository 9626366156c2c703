/** Images that a style names by a path beside it. */
import { attributeNamed, trimmedText } from "../../wire/xml-document.ts";
import { withInner, type ReadElement } from "./walk.ts";

/** An image, and the number of the element that names it. */
export interface ElementImage {
  readonly path: string;
  readonly at: number;
}

/** Images of external graphics and of marks; addresses, and names that are worked out, are left out. */
export function imagesOf(root: ReadElement): readonly ElementImage[] {
  const found: ElementImage[] = [];
  for (const element of withInner(root)) {
    const path = pathOf(element);
    if (path !== undefined) found.push({ path, at: element.at });
  }
  return found;
}

function pathOf({ name, element, children }: ReadElement): string | undefined {
  if (name === "OnlineResource" && /^(?:externalgraphic|mark)$/i.test(element.parent?.name ?? ""))
    return besidePath(attributeNamed(element, "href") ?? "");
  // A mark may be a drawing in a file of its own.
  if (name !== "WellKnownName" || children.length > 0) return undefined;
  const text = trimmedText(element);
  return text.startsWith("file://") ? besidePath(text) : undefined;
}

/**
 * The path that an address leads to from where the style lies; undefined for one that leads elsewhere:
 * servers, absolute paths, values that are put in when the map is drawn.
 */
export function besidePath(address: string): string | undefined {
  const bare = address.trim().replace(/^file:(?:\/\/)?(?!\/)/i, "");
  const [path = ""] = bare.replace(/^(?:\.\/)+/, "").split(/[?#]/, 1);
  const leadsElsewhere = /^[a-z][\w+.-]*:|^[/\\]|^$|\$\{|\\/i.test(path);
  return leadsElsewhere || path.split("/").includes("..") ? undefined : decoded(path);
}

/** Blanks may be written as %20. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
