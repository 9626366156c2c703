/** Hints for paths that do not exist. */
import { existsSync, readdirSync } from "node:fs";
import { basename, extname, isAbsolute, join, relative, sep } from "node:path";
import { manifest as limits } from "../../model/limits.ts";
import { nearest } from "../../model/nearest.ts";

/** A replacement for a path relative to a folder; undefined if nothing is close. */
export function missingHint(named: string, folder: string): string | undefined {
  if (isAbsolute(named) && existsSync(named))
    return `Paths are relative to the manifest: write ${written(relative(folder, named))}.`;
  const plain = named.replaceAll("\\", "/");
  if (plain !== named && existsSync(join(folder, plain)))
    return `Folders are separated by /: write ${written(plain)}.`;
  const meant = nearestPath(named, isAbsolute(named) ? "/" : folder);
  return meant === undefined ? undefined : `Did you mean ${meant}?`;
}

function written(path: string): string {
  const plain = path.split(sep).join("/");
  return plain.startsWith(".") ? plain : `./${plain}`;
}

/** Replaces each missing part by the nearest existing name. */
function nearestPath(named: string, folder: string): string | undefined {
  let place = folder;
  const parts: string[] = [];
  for (const part of named.split("/")) {
    const found = existsSync(join(place, part)) ? part : nearestName(part, place);
    if (found === undefined) return undefined;
    parts.push(found);
    place = join(place, found);
  }
  return parts.join("/");
}

/** Letters that may differ; file names are often similar on purpose. */
const MISTYPED = 2;

function nearestName(name: string, folder: string): string | undefined {
  const names = namesIn(folder);
  if (names.length > limits.namesCompared) return undefined;
  // A link of that name is dangling; names of one letter are near to all others.
  const isClose = (one: string) =>
    one !== name &&
    (basename(name, extname(name)).length > 1 || one.toLowerCase() === name.toLowerCase());
  return nearest(name, names.filter(isClose), MISTYPED);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
