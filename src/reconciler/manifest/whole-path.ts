/** Paths of files so that they can be compared. */
import { resolve, sep } from "node:path";

/** The whole path, with slashes between folders on every system. */
export function placeOf(path: string): string {
  const whole = resolve(path);
  return sep === "/" ? whole : whole.split(sep).join("/");
}

/** Whether a path is a folder, or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [placeOf(path), placeOf(folder)];
  return inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}
