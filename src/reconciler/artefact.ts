/** What kinds know of the files and secrets that manifests name; how they are read is not theirs. */
import { fault, type Diagnostic, type Position } from "../model/diagnostic.ts";
import type { Secret } from "../model/secret.ts";
import type { RequestBody } from "../wire/request.ts";

/** A file that a manifest names: its digest is known, its bytes are read when needed. */
export interface Artefact {
  /** Path as it is reported to the user. */
  readonly path: string;
  readonly digest: string;
  readonly bytes: number;
  /** True where the bytes hold secrets: the digest is not of them then, and nobody shows them. */
  readonly isSecret?: true;
  /** True where a byte order mark in front of the file was left out: digest, length and bytes are without it. */
  readonly isUnmarked?: true;
  /** Its bytes. Throws SecretNotGivenError where they hold a secret that is not given. */
  readonly load: () => Promise<Uint8Array>;
  /** Set where the manifest has secrets: the bytes with placeholders for them. What a server holds instead may be an earlier one. */
  readonly masked?: () => Promise<Uint8Array>;
  /** Set where such a secret is missing: the bytes with HOLE in its place, to check and compare them. */
  readonly peek?: () => Promise<Uint8Array>;
}

/** What stands in texts for a secret that is not given. */
export const HOLE = "7105-secret-not-given-4829";

/** Artefacts by path inside a folder or archive. */
export type ArtefactSet = ReadonlyMap<string, Artefact>;

/** What lies at a path that a manifest names. */
export type Located =
  | { readonly type: "file"; readonly artefact: Artefact }
  | { readonly type: "folder"; readonly files: ArtefactSet }
  | Missing;

/** Nothing is there. */
export interface Missing {
  readonly type: "missing";
  /** What to write instead, where something close is there. */
  readonly hint?: string | undefined;
}

/** The diagnostic for a path that leads nowhere; `where` is where a manifest names it. */
export function missingArtefact(path: string, { hint }: Missing, where: Position): Diagnostic {
  const message = `There is no ${path}`;
  return fault("artefact-missing", message, { hint, where });
}

/**
 * A secret by reference: an environment variable, a file beside the manifest, or what a command
 * prints, where the project file allows commands. `inForce` says that the server has it already, where
 * it does not show it.
 */
export type SecretReference = (
  | { readonly fromEnv: string }
  | { readonly fromFile: string }
  | { readonly fromExec: readonly string[] }
) & {
  readonly inForce?: boolean | undefined;
};

/** A secret of an object that is not given where a command runs. */
export interface NotGiven {
  /** What of the object it is, such as `password` or the name of a parameter. */
  readonly what: string;
  /** Why it is not, as a sentence without its end. */
  readonly reason: string;
  readonly where: Position;
}

/** Access to artefacts for one manifest; paths are relative to its file. */
export interface ArtefactSource {
  readonly locate: (path: string) => Promise<Located>;
  /** Files inside a ZIP archive. Throws WireError. */
  readonly unpack: (archive: Artefact) => Promise<ArtefactSet>;
  /** Packs files into an archive, deterministically, and remembers it as a body. */
  readonly pack: (files: ArtefactSet) => Promise<RequestBody>;
  /**
   * The same, but packed when it is sent and not before: for what is large, and for artefacts whose
   * bytes hold secrets. Its digest is that of the paths and digests inside, sealed.
   */
  readonly packLater: (files: ArtefactSet) => RequestBody;
  /**
   * A body that is written when it is sent and not before, because it holds secrets. `seed` says
   * by fingerprints what is in it: equal seeds are equal bodies, and its digest is sealed.
   */
  readonly bodyLater: (seed: object, write: () => string | Promise<Uint8Array>) => RequestBody;
  /** Body of a request that sends an artefact byte for byte. */
  readonly bodyOf: (artefact: Artefact) => RequestBody;
  /** Values for `${name}` in mappings, from the project file. */
  readonly mappingProperties: ReadonlyMap<string, string> | undefined;
  /** What a reference points at; a text is the reason why it cannot be had. */
  readonly secretOf: (reference: SecretReference) => Promise<{ readonly value: Secret } | string>;
  /** When this load began, in milliseconds since 1970: one moment for all manifests. */
  readonly now: number;
}
