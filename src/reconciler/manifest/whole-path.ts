/** Paths of files so that they can be compared. */
import { join, resolve, sep } from "node:path";

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

/** A path that a file of a folder names, as `join` gives it; most are names of files beside it, which take no look at both. */
export function pathFrom(folder: string, named: string): string {
  const isBeside = sep === "/" && /^(?:\.\/)?[^./\\][^/\\]*$/.test(named) && /^\/./.test(folder);
  if (!isBeside) return join(folder, named);
  return `${folder}/${named.startsWith("./") ? named.slice(2) : named}`;
}
