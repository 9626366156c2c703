/** Comparable file paths. */
import { resolve, sep } from "node:path";

/** The absolute path, with slashes on every system. */
export function placeOf(path: string): string {
  const whole = resolve(path);
  return sep === "/" ? whole : whole.split(sep).join("/");
}

/** Whether a path is a folder or inside it. */
export function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [placeOf(path), placeOf(folder)];
  return inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}
