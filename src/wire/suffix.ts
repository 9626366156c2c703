/**
 * Names with a dot. Stock servers take what follows the last dot of a path for a representation and
 * cut it off, so a write to `road.v2` would reach `road`; of a suffix that was put there they cut
 * that one (docs/compatibility.md, "Plumbline against a stock server").
 */

/** Paths that are taken as they are: files, rules by their keys, uploads, lists of granules. */
const WHOLE =
  /^\/(?:resource|security\/acl)\/|\/(?:file|external|url|remote)\.[a-z]+$|\/index\/granules\.(?:xml|json)$/;

/** The path that leads to the same object on servers that cut suffixes. */
export function withSuffix(path: string): string {
  const last = path.slice(path.lastIndexOf("/") + 1);
  return last.includes(".") && !WHOLE.test(path) ? `${path}.xml` : path;
}
