/** Paths of files so that they can be compared. */
import { resolve, sep } from "node:path";

/** The path as `resolve` gives it, which takes longer than to see that it is one already. */
export function wholePath(path: string): string {
  const isWhole = sep === "/" && path.startsWith("/") && !/\/(?:[./]|$)/.test(path);
  return isWhole ? path : resolve(path);
}

/** The same with slashes between folders on every system. */
export function placeOf(path: string): string {
  const whole = wholePath(path);
  return sep === "/" ? whole : whole.split(sep).join("/");
}

/** Whether a path is a folder, or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [placeOf(path), placeOf(folder)];
  return inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}
