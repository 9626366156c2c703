/** Files and secrets of manifests, as kinds use them. */
import { fault, type Diagnostic, type Position } from "../model/diagnostic.ts";
import type { Secret } from "../model/secret.ts";
import type { RequestBody } from "../wire/request.ts";

/** A file that a manifest names; its bytes are loaded when needed. */
export interface Artefact {
  /** The path shown to the user. */
  readonly path: string;
  readonly digest: string;
  readonly bytes: number;
  /** The bytes hold secrets: they are never shown, and the digest is not theirs. */
  readonly isSecret?: true;
  /** A leading byte order mark was removed from digest, length and bytes. */
  readonly isUnmarked?: true;
  /** Throws SecretNotGivenError where a secret in the bytes is missing. */
  readonly load: () => Promise<Uint8Array>;
  /** With placeholders for secrets. A server may still hold an earlier secret. */
  readonly masked?: () => Promise<Uint8Array>;
  /** Set where a secret is missing: with HOLE in its place, for checks and comparisons. */
  readonly peek?: () => Promise<Uint8Array>;
}

/** Placeholder for a missing secret. */
export const HOLE = "7105-secret-not-given-4829";

/** Artefacts by path inside a folder or archive. */
export type ArtefactSet = ReadonlyMap<string, Artefact>;

export type Located =
  | { readonly type: "file"; readonly artefact: Artefact }
  | { readonly type: "folder"; readonly files: ArtefactSet }
  | Missing;

export interface Missing {
  readonly type: "missing";
  readonly hint?: string | undefined;
}

/** The diagnostic for a missing path; `where` is its place in the manifest. */
export function missingArtefact(path: string, { hint }: Missing, where: Position): Diagnostic {
  const message = `There is no ${path}`;
  return fault("artefact-missing", message, { hint, where });
}

/**
 * A secret by reference: an environment variable, a file beside the manifest, or the output of a
 * command, where the project file allows commands. `inForce`: the server has this secret already,
 * although it does not show it.
 */
export type SecretReference = (
  | { readonly fromEnv: string }
  | { readonly fromFile: string }
  | { readonly fromExec: readonly string[] }
) & {
  readonly inForce?: boolean | undefined;
};

/** A secret that is not available to this command. */
export interface NotGiven {
  /** Such as `password` or the name of a parameter. */
  readonly what: string;
  /** A sentence without its full stop. */
  readonly reason: string;
  readonly where: Position;
}

/** Access to artefacts for one manifest, relative to its file. */
export interface ArtefactSource {
  readonly locate: (path: string) => Promise<Located>;
  /** Files in a ZIP archive. Throws WireError. */
  readonly unpack: (archive: Artefact) => Promise<ArtefactSet>;
  /** Packs files into a deterministic archive. */
  readonly pack: (files: ArtefactSet) => Promise<RequestBody>;
  /**
   * Packs when the body is sent: for large content and for secrets. The digest is a sealed digest
   * of the paths and digests inside.
   */
  readonly packLater: (files: ArtefactSet) => RequestBody;
  /**
   * Written when it is sent, because it holds secrets. `seed` holds fingerprints: equal seeds mean
   * equal bodies. The digest is sealed.
   */
  readonly bodyLater: (seed: object, write: () => string | Promise<Uint8Array>) => RequestBody;
  readonly bodyOf: (artefact: Artefact) => RequestBody;
  /** Values for `${name}` in mappings, from the project file. */
  readonly mappingProperties: ReadonlyMap<string, string> | undefined;
  /** The secret, or the reason why it is not available. */
  readonly secretOf: (reference: SecretReference) => Promise<{ readonly value: Secret } | string>;
  /** Start of this load in milliseconds since 1970, the same for all manifests. */
  readonly now: number;
}
