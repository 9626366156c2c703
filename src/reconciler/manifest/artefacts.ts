/**
 * Files that manifests name. Only digests stay in memory: bytes are read again when needed, and a
 * change in between is detected.
 */
import { Failure } from "../../model/failure.ts";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { compareText } from "../../model/address.ts";
import type { Environment } from "../../model/environment.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { digestOf } from "../../model/digest.ts";
import { reasonNotGiven, type Secret } from "../../model/secret.ts";
import { sealedDigest } from "../../model/secret-fingerprint.ts";
import type { RequestBody } from "../../wire/request.ts";
import { withoutMark } from "../../wire/text.ts";
import type { Artefact, ArtefactSet, ArtefactSource, Located } from "../kind.ts";
import { madeOnce } from "../lazy.ts";
import { damageOf } from "./checkout.ts";
import { notFetched } from "./find-files.ts";
import type { KeptArtefact, KeptFiles } from "./kept/kept-files.ts";
import { missingHint } from "./missing-path.ts";
import { resolveReference, type Executed, type SecretUse } from "./references.ts";

/** A file changed after its digest was taken. */
export class ArtefactChangedError extends Failure {
  constructor(path: string) {
    super(`${path} has changed since the plan was made; plan again`);
    this.name = "ArtefactChangedError";
  }
}

/** Git left a file or folder empty or incomplete. */
export class DamagedArtefactError extends Failure {
  readonly damage: Diagnostic;
  readonly named: string;

  constructor(damage: Diagnostic, named: string) {
    super(damage.message);
    this.name = "DamagedArtefactError";
    this.damage = damage;
    this.named = named;
  }
}

/** Bytes of request bodies by digest, for one command. */
export interface BodyStore {
  /** Throws ArtefactChangedError. */
  readonly load: (body: RequestBody) => Promise<Uint8Array>;
  readonly remember: (digest: string, load: () => Promise<Uint8Array>) => void;
  /** Remembers an artefact as a body. It is the same function for all manifests, since resources hold it. */
  readonly bodyOf: ArtefactSource["bodyOf"];
  /** Records a secret that a manifest refers to. */
  readonly keep: (found: Secret) => void;
  /** Without secrets that are not given. */
  readonly secrets: () => readonly Secret[];
  /** Records a path that a manifest names. */
  readonly note: (path: string) => void;
  readonly noted: () => ReadonlySet<string>;
  /** Drops everything, for processes that load repeatedly. */
  readonly forget: () => void;
}

/** Opens an empty store of bodies. */
export function bodyStore(): BodyStore {
  const loaders = new Map<string, () => Promise<Uint8Array>>();
  // Rarely read, so the set is built on demand.
  let paths: string[] = [];
  const secrets = new Set<Secret>();
  return {
    keep: (found) => void secrets.add(found),
    secrets: () => [...secrets].filter((one) => reasonNotGiven(one) === undefined),
    note: (path) => void paths.push(path),
    noted: () => new Set(paths),
    forget: () => {
      loaders.clear();
      secrets.clear();
      paths = [];
    },
    remember: (digest, load) => void loaders.set(digest, load),
    bodyOf: ({ digest, bytes, load }) => {
      loaders.set(digest, load);
      return { kind: "artefact", digest, bytes };
    },
    load: async (body) => {
      if (body.kind === "text") return new TextEncoder().encode(body.text);
      if (body.kind === "base64") return Buffer.from(body.text, "base64");
      const load = loaders.get(body.digest);
      if (load === undefined) throw new Error(`no bytes are known for ${body.digest}`);
      return load();
    },
  };
}

export interface ArtefactOptions {
  readonly bodies: BodyStore;
  /** Values for `${name}` in mappings. */
  readonly mappingProperties?: ReadonlyMap<string, string> | undefined;
  readonly environment?: Environment | undefined;
  /** Whether secrets may run commands. */
  readonly allowExec?: boolean | undefined;
  /** `needed` when absent. */
  readonly secrets?: SecretUse | undefined;
  readonly executed?: Executed | undefined;
  readonly kept?: KeptFiles | undefined;
  /** The folder that a checkout of the estate brings; unknown when absent. */
  readonly checkout?: string | undefined;
}

/** The artefacts of one manifest file; `now` is the start of the load. */
export function artefactSource(
  manifestFile: string,
  { bodies, mappingProperties, environment = {}, kept, ...secrets }: ArtefactOptions,
  now: number,
): ArtefactSource {
  const base = dirname(manifestFile);
  const { allowExec, executed, secrets: use } = secrets;
  return {
    mappingProperties,
    now,
    secretOf: async (reference) => {
      if ("fromFile" in reference) bodies.note(join(base, reference.fromFile));
      const place = { folder: base, environment, allowExec, executed, use };
      const found = await resolveReference(reference, place);
      if (typeof found !== "string") bodies.keep(found.value);
      return found;
    },
    locate: async (path) => {
      const whole = join(base, path);
      bodies.note(whole);
      const found = locate(whole, path, kept);
      return found ?? { type: "missing", hint: missingHint(path, base) };
    },
    unpack,
    pack: (files) => pack(files, bodies),
    packLater: (files) => packLater(files, bodies),
    bodyLater: (seed, write) => {
      const digest = sealedDigest("seed", seed);
      bodies.remember(digest, async () => {
        const written = write();
        return typeof written === "string" ? new TextEncoder().encode(written) : written;
      });
      return { kind: "artefact", digest, bytes: 0 };
    },
    bodyOf: bodies.bodyOf,
  };
}

function locate(path: string, named: string, kept: KeptFiles | undefined): Located | undefined {
  const known = kept?.artefacts.recall(path);
  if (known !== undefined) return { type: "file", artefact: artefactAt(path, known) };
  try {
    if (!statSync(path).isDirectory())
      return { type: "file", artefact: readArtefact(path, named, kept) };
    return { type: "folder", files: folderArtefacts(path, named, kept) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function readArtefact(path: string, named: string, kept: KeptFiles | undefined): Artefact {
  const bytes = kept === undefined ? readFileSync(path) : kept.read(path);
  const damage = damageOf(path, bytes);
  if (damage !== undefined) throw new DamagedArtefactError(damage, named);
  const { content, marked } = asSent(path, bytes);
  const about = { digest: digestOf(content), bytes: content.byteLength, ...marked };
  kept?.artefacts.keep(path, about);
  return artefactAt(path, about);
}

function artefactAt(path: string, about: KeptArtefact): Artefact {
  const { digest } = about;
  const load = async () => {
    const again = asSent(path, readFileSync(path)).content;
    if (digestOf(again) !== digest) throw new ArtefactChangedError(path);
    return again;
  };
  return { path, ...about, load };
}

/** Some servers take a UTF-8 BOM in these for content (docs/compatibility.md, "Styles"). */
const READ_BY_SERVERS = /\.(?:appschema|css|properties|sld|xml|xsd)$/i;

/** Removes the BOM from such texts. */
function asSent(
  name: string,
  bytes: Uint8Array,
): { readonly content: Uint8Array; readonly marked: { readonly isUnmarked?: true } } {
  const content = READ_BY_SERVERS.test(name) ? withoutMark(bytes) : bytes;
  return { content, marked: content === bytes ? {} : { isUnmarked: true } };
}

function folderArtefacts(folder: string, named: string, kept: KeptFiles | undefined): ArtefactSet {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  if (entries.length === 1 && entries[0]?.name === ".git")
    throw new DamagedArtefactError(notFetched(folder, "submodule"), named);
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
  const files = paths.map((path) => {
    const known = kept?.artefacts.recall(path);
    return known === undefined ? readArtefact(path, named, kept) : artefactAt(path, known);
  });
  return new Map(files.map((file) => [relative(folder, file.path).split(sep).join("/"), file]));
}

const archives = madeOnce(() => import("../../wire/zip.ts"));

async function unpack(archive: Artefact): Promise<ArtefactSet> {
  const { readZip } = await archives();
  const files = await readZip(await archive.load());
  return new Map(
    [...files].map(([name, bytes]) => {
      const path = `${archive.path}!${name}`;
      const { content, marked } = asSent(name, bytes);
      const digest = digestOf(content);
      return [
        name,
        { path, digest, bytes: content.byteLength, ...marked, load: async () => content },
      ];
    }),
  );
}

async function pack(files: ArtefactSet, bodies: BodyStore): Promise<RequestBody> {
  const bytes = await packed(files);
  const digest = digestOf(bytes);
  bodies.remember(digest, () => packed(files));
  return { kind: "artefact", digest, bytes: bytes.byteLength };
}

function packLater(files: ArtefactSet, bodies: BodyStore): RequestBody {
  const entries = [...files].map(([name, file]) => [name, file.digest]);
  const digest = sealedDigest("entries", entries);
  const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
  bodies.remember(digest, () => packed(files));
  return { kind: "artefact", digest, bytes };
}

async function packed(files: ArtefactSet): Promise<Uint8Array> {
  const loaded = new Map<string, Uint8Array>();
  for (const [name, file] of files) loaded.set(name, await file.load());
  const { packZip } = await archives();
  return packZip(loaded);
}
