/** Files and folders on the server that a manifest names. */
import { fault, type Diagnostic, type Position } from "../../../model/diagnostic.ts";
import type { Manifest } from "../../kind.ts";
import { isSecretAddress, shownAddress } from "../declare/secrets.ts";
import type { MosaicSpec } from "./spec.ts";
import { withoutEnd } from "../../../model/trim.ts";

export interface GranuleFile {
  readonly path: string;
  /** A `file:` URL; for a remote file the same as `path`. */
  readonly address: string;
}

/** A URL other than `file:`, such as `https:`, `s3:` or `gs:`. */
export function isRemote(source: string): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]+:\/\/./i.test(source);
}

export interface ReadSources {
  /** Addresses inside a listed folder are left out. */
  readonly addresses: readonly string[];
  readonly files: readonly GranuleFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** What the included server does not support. */
  readonly notHere: readonly Diagnostic[];
}

/** Servers list no folders, so a mirror takes files only. */
export function readSources({ spec, locate }: Manifest<MosaicSpec>): ReadSources {
  const { sources = [], policy } = spec.granules ?? {};
  const diagnostics: Diagnostic[] = [];
  const unserved: Diagnostic[] = [];
  const found = sources.flatMap((source, index): readonly GranuleFile[] => {
    const where = locate(["spec", "granules", "sources", index]);
    if (isSecretAddress(source)) {
      diagnostics.push(openSecret(source, where));
      return [];
    }
    if (isRemote(source) && !source.endsWith("/")) {
      const message = `The included server fetches nothing, so ${source} is not harvested by it`;
      const hint = "Put the file where the server has it, or use granules.local.";
      unserved.push(fault("mosaic-granules", message, { hint, where }));
      return [{ path: source, address: source }];
    }
    const given = pathOf(source);
    if (given === undefined) {
      const message = `${JSON.stringify(source)} is neither an absolute path nor the address of a file`;
      const hint =
        "It names a file or folder on the server, for example file:///data/sst/2026/, or one file elsewhere, for example https://example.org/a.tif.";
      diagnostics.push(fault("mosaic-granules", message, { hint, where }));
      return [];
    }
    const path = isFolder(given) ? `${withoutEnd(given, "/")}/` : given;
    if (policy === "mirror" && isFolder(path)) {
      const message = `${source} is a folder; servers do not list folders, so a mirror cannot know what is in it`;
      const hint = "List the files, or use local:, or set policy: add-only.";
      diagnostics.push(fault("mosaic-granules", message, { hint, where }));
      return [];
    }
    return [
      { path, address: `file://${encodeURI(path).replaceAll("#", "%23").replaceAll("?", "%3F")}` },
    ];
  });
  const folders = found.filter(({ path }) => path.endsWith("/"));
  const outermost = found.filter(
    ({ path }, index) =>
      found.findIndex((other) => other.path === path) === index &&
      !folders.some((folder) => folder.path !== path && path.startsWith(folder.path)),
  );
  const addresses = outermost.map(({ address }) => address);
  return { addresses, files: found, diagnostics, notHere: unserved };
}

/** Many users can read the addresses of an index, and no index accepts secret references. */
function openSecret(source: string, where: Position): Diagnostic {
  const message = `${shownAddress(source, undefined)} contains a readable password or key`;
  const hint =
    "Write the address without it, and give the server what it needs for it: as CogUser and CogPassword in the indexer, by reference to spec.variables, or in the settings of its module for such files (COG).";
  return fault("mosaic-granules", message, { hint, where });
}

/** Returns undefined when the path is not absolute. */
function pathOf(source: string): string | undefined {
  if (/^file:/i.test(source)) {
    const url = URL.parse(source);
    if (url === null || !/^(?:localhost)?$/.test(url.host)) return undefined;
    return /^file:\/+./i.test(source) ? decoded(url.pathname) : undefined;
  }
  const windows = /^[A-Za-z]:[\\/]/.test(source);
  if (windows) return `/${source.replaceAll("\\", "/")}`;
  return source.startsWith("/") ? source : undefined;
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** A path without an extension, or with a final slash, is a folder. */
function isFolder(path: string): boolean {
  return path.endsWith("/") || !/\.[^./]+$/.test(path);
}
