/** The server and the context for kinds. */
import type { Address } from "../model/address.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { DialectName } from "../model/dialect.ts";
import type { Secret } from "../model/secret.ts";
import type { LineOf } from "../model/server-line.ts";
import type { Reader } from "../wire/request.ts";
import type { StoredFile, Resource } from "./resource.ts";
import type { Facts } from "./facts.ts";

export interface ServerProfile {
  readonly software: "plumbline" | "geoserver";
  readonly dialect: DialectName;
  readonly version: string;
  /** The release line, or the nearest (docs/versions.md); absent for the published interface. */
  readonly line?: LineOf;
  /** Whether files of the data directory can be read. */
  readonly resources: boolean;
  /** Whether one request lists the digests of a kind and scope. */
  readonly digests: boolean;
  /** Whether one request lists the digests of several kinds and scopes. */
  readonly digestsTogether?: boolean;
}

export interface KindContext {
  readonly read: Reader;
  readonly server: ServerProfile;
  /** True after a write: most files are as sent, so the server need not parse them for digests. */
  readonly isJustSent?: true;
  readonly account: string;
  /** Secrets from manifests, to mask them. */
  readonly secrets?: () => readonly Secret[];
  /** Takes findings of a read that are worth reporting, whoever owns the object. */
  readonly report?: (found: Diagnostic) => void;
  /**
   * Takes the server's version of each differing file, with its address, to show it without another
   * read. Only the engine calls it.
   */
  readonly met?: ((address: Address, file: StoredFile) => void) | undefined;
  /**
   * The address after the plan's renames. A server updates references on a rename, so they are read
   * as if it were done.
   */
  readonly nameNow?: NameNow;
  readonly kept?: PlanMemo;
}

/**
 * Cache for one plan, for what holds for many objects, such as the files of a folder. The key names
 * the content and its source.
 */
export type PlanMemo = <Found>(key: string, make: () => Found) => Found;

export type NameNow = (address: Address) => Address;

/** The context of a resource. */
export interface Around<Payload> {
  /** Includes this resource. */
  readonly declared: readonly Resource<Payload>[];
  readonly factsOf: (address: Address) => Facts | undefined;
  /** Undefined without a server. */
  readonly context: KindContext | undefined;
}

export interface Declared {
  readonly isDeclared: (address: Address) => boolean;
  /** Names in a workspace, or outside of workspaces. */
  readonly names: (kind: string, workspace: string | null) => readonly string[];
  readonly facts: (address: Address) => Facts | undefined;
  /** The declared resource whose creation also creates this object, if any. */
  readonly bringer: (address: Address) => Resource | undefined;
}
