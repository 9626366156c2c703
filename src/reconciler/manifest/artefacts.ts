/**
 * Files that manifests name. Their digests are taken at once, their bytes are read again when
 * they are needed: a plan over many styles does not hold them all. A file that changed in
 * between is noticed.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { compareText } from "../../model/address.ts";
import { digestOf } from "../../model/digest.ts";
import type { RequestBody } from "../../wire/request.ts";
import { packZip, readZip } from "../../wire/zip.ts";
import type { Artefact, ArtefactSet, ArtefactSource, Located } from "../kind.ts";

/** A file that is not what it was when its digest was taken. */
export class ArtefactChangedError extends Error {
  constructor(path: string) {
    super(`${path} has changed since the plan was made; plan again`);
    this.name = "ArtefactChangedError";
  }
}

/** Bytes of request bodies by digest, for as long as one command runs. */
export interface BodyStore {
  /** The bytes of a body. Throws ArtefactChangedError. */
  readonly load: (body: RequestBody) => Promise<Uint8Array>;
  readonly remember: (digest: string, load: () => Promise<Uint8Array>) => void;
}

/** An empty store of bodies. */
export function bodyStore(): BodyStore {
  const loaders = new Map<string, () => Promise<Uint8Array>>();
  return {
    remember: (digest, load) => void loaders.set(digest, load),
    load: async (body) => {
      if (body.kind === "text") return new TextEncoder().encode(body.text);
      const load = loaders.get(body.digest);
      if (load === undefined) throw new Error(`no bytes are known for ${body.digest}`);
      return load();
    },
  };
}

/** Artefacts of the manifests in one file. */
export function artefactSource(
  manifestFile: string,
  bodies: BodyStore,
  mappingProperties: ReadonlyMap<string, string> | undefined,
): ArtefactSource {
  const base = dirname(manifestFile);
  return {
    mappingProperties,
    locate: async (path) => locate(join(base, path)),
    unpack,
    pack: (files) => pack(files, bodies),
    bodyOf: (artefact) => {
      bodies.remember(artefact.digest, artefact.load);
      return { kind: "artefact", digest: artefact.digest, bytes: artefact.bytes };
    },
  };
}

function locate(path: string): Located {
  try {
    if (!statSync(path).isDirectory()) return { type: "file", artefact: fileArtefact(path) };
    return { type: "folder", files: folderArtefacts(path) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { type: "missing" };
    throw error;
  }
}

function fileArtefact(path: string): Artefact {
  const bytes = readFileSync(path);
  const digest = digestOf(bytes);
  const load = async () => {
    const again = readFileSync(path);
    if (digestOf(again) !== digest) throw new ArtefactChangedError(path);
    return again;
  };
  return { path, digest, bytes: bytes.byteLength, load };
}

function folderArtefacts(folder: string): ArtefactSet {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !relative(folder, path)
          .split(sep)
          .some((part) => part.startsWith(".")),
    )
    .toSorted(compareText);
  const files = paths.map(fileArtefact);
  return new Map(files.map((file) => [relative(folder, file.path).split(sep).join("/"), file]));
}

async function unpack(archive: Artefact): Promise<ArtefactSet> {
  const files = await readZip(await archive.load());
  return new Map(
    [...files].map(([name, bytes]) => {
      const path = `${archive.path}!${name}`;
      return [
        name,
        { path, digest: digestOf(bytes), bytes: bytes.byteLength, load: async () => bytes },
      ];
    }),
  );
}

async function pack(files: ArtefactSet, bodies: BodyStore): Promise<RequestBody> {
  const build = async () => {
    const loaded = new Map<string, Uint8Array>();
    for (const [name, file] of files) loaded.set(name, await file.load());
    return packZip(loaded);
  };
  const bytes = await build();
  const digest = digestOf(bytes);
  bodies.remember(digest, build);
  return { kind: "artefact", digest, bytes: bytes.byteLength };
}
