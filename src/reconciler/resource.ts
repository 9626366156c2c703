/** Objects and requests, as the engine and the kinds exchange them. */
import type { Address } from "../model/address.ts";
import type { AddressMap } from "../model/address-map.ts";
import type { Diagnostic, Position } from "../model/diagnostic.ts";
import type { Box } from "../model/geometry.ts";
import type { Difference } from "../wire/difference.ts";
import type { GivenBack } from "../wire/given-back.ts";
import type { WireRequest } from "../wire/request.ts";
import type { NotGiven } from "./artefact.ts";
import type { Facts } from "./facts.ts";

/** A declared object. `payload` is private to the kind. */
export interface Resource<Payload = unknown> {
  readonly address: Address;
  readonly facts: Facts;
  readonly payload: Payload;
  /** Facts to use where the server shows none and none was applied so far. */
  readonly assumed?: Facts;
  /** Addresses that must exist before this one. */
  readonly requires: readonly Address[];
  /** Where the manifest names its requirements. */
  readonly named?: AddressMap<Naming>;
  /** Objects inside this one that must not be declared on their own. */
  readonly parts?: readonly Address[];
  /** Objects created with it; declared on their own, they are updated afterwards. */
  readonly brings?: readonly Address[];
  /** Properties, in words, that several kinds can set, and where: only one object may. */
  readonly sets?: ReadonlyMap<string, Position>;
  /** From the manifest; set by the engine. */
  readonly lifecycle?: Lifecycle;
  readonly replacePolicy?: ReplacePolicy;
  readonly where: Position;
  /** Set by the engine. */
  readonly declaredBy?: Origin;
  readonly notGiven?: readonly NotGiven[];
  readonly previous?: PreviousName | undefined;
}

/** The manifest that declares a resource, for selection. */
export interface Origin {
  /** Of the manifest; its resources may have others. */
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
  /** Absolute paths with slashes: its file (`-` for standard input), then what it names. */
  readonly files: readonly string[];
}

/** The former address of a declared object. */
export interface PreviousName {
  readonly address: Address;
  readonly where: Position;
}

/** A place where a manifest names another object, with a hint for when that is missing. */
export interface Naming {
  readonly where: Position;
  readonly hint?: string;
}

/** An observed object. A fact that the server does not show is absent. */
export interface Live {
  readonly address: Address;
  readonly facts: Facts;
  /** Addresses that this object lies in or refers to. */
  readonly requires: readonly Address[];
  /** Kinds to which it may have unseen references, because it is broken. */
  readonly mayRequire?: readonly string[] | undefined;
  /** For conditional writes, where the server sends one. */
  readonly etag?: string | undefined;
  /** Bounding boxes of undeclared content, such as granules, by the names in its facts. */
  readonly footprints?: ReadonlyMap<string, Box> | undefined;
  /** Its files on the server, by field: where their number can differ, and all were listed. */
  readonly paths?: Readonly<Record<string, readonly string[]>>;
  /** Its files that differ; set by the engine. */
  readonly unlike?: readonly UnlikeFile[];
}

/** A differing file of an observed object, from live to wanted. */
export interface UnlikeFile {
  /** The field by whose rule it is compared. */
  readonly field: string;
  /** Path inside the object, as in `files` of the kind. */
  readonly path: string;
  readonly state: "added" | "removed" | "changed";
  /** Empty for whole files. */
  readonly differences: readonly Difference[];
}

/** An object to look up, and its wanted state if known. */
export interface WantedObject<Payload = unknown> {
  readonly address: Address;
  readonly facts: Facts | undefined;
  readonly payload: Payload | undefined;
  /** Only existence matters; facts may be left out. */
  readonly presence?: true;
  /** Read in full, even where a digest says that it is as wanted. */
  readonly isWhole?: true;
  /** Whether a server's file means the same as the object's file of that path. */
  readonly isSameFile?: (file: StoredFile) => Promise<boolean>;
}

export interface FileContent {
  /** Path inside the object, as in `files` of the kind. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file as the server holds it. */
export interface StoredFile extends FileContent {
  /** The field by whose rule it is compared. */
  readonly field: string;
}

export interface Step {
  readonly summary: string;
  readonly request: WireRequest;
  /** Former content that the request sends again and no fact shows: checked after the run. */
  readonly givesBack?: GivenBack;
  /**
   * Sent once for all objects that ask for it, after the rest of the plan, with no body or a text
   * without secrets. The journal keeps it until it is sent, unless recorded facts ask for it again.
   */
  readonly isLast?: true;
  /** Temporary objects that exist from this step on, until the end of the run. */
  readonly meanwhile?: readonly Temporary[];
  /** Temporary objects that this step removes: none may exist after it. */
  readonly clears?: readonly Address[];
  /**
   * Every server refuses it, with a status below 500, if the object exists: no check is needed
   * before it.
   */
  readonly isRefusedTwice?: true;
  /** Objects without which a server would take it for another request. */
  readonly expects?: readonly Address[];
}

/**
 * A member of a set that exists or differs only during a run. It is journaled before the first
 * request, created first, and removed after all steps for its objects.
 */
export interface Temporary {
  readonly address: Address;
  readonly facts: Facts;
  /** Its former facts; absent where it did not exist. */
  readonly before?: Facts;
  readonly for: readonly Address[];
  /** A sentence without its full stop. */
  readonly why: string;
}

/** A request that comes last, as the journal keeps it. */
export type ClosingStep = Pick<Step, "summary" | "request">;

/** A part of the catalog that one manifest owns: undeclared objects in it are deleted. */
export interface ExclusiveScope {
  readonly owner: Address;
  readonly where: Position;
  /** Kind of the covered objects. */
  readonly kind: string;
  readonly covers: (address: Address) => boolean;
  /** From the manifest; set by the engine. */
  readonly lifecycle?: Lifecycle;
  /** Set by the engine. */
  readonly declaredBy?: Origin;
}

export interface Resolution<Payload = unknown> {
  readonly resources: readonly Resource<Payload>[];
  readonly exclusiveScopes?: readonly ExclusiveScope[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A manifest with a valid envelope and spec. */
export interface Manifest<Spec = unknown> {
  readonly kind: string;
  readonly name: string;
  readonly workspace: string | null;
  readonly previousName?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly lifecycle: Lifecycle | undefined;
  readonly spec: Spec;
  /** The position of a field, for example of ["spec", "rules", "a.*.r"]. */
  readonly locate: (path: readonly (string | number)[]) => Position;
}

/** Values of `metadata.lifecycle` (docs/opinions.md, "Lifecycles"). */
export const lifecycles = ["protect", "ignore", "orphan", "observe"] as const;

export type Lifecycle = (typeof lifecycles)[number];

/** What happens where a change needs deletion and recreation, `spec.replacePolicy`. */
export const replacePolicies = ["recreate", "fail", "manual"] as const;

/** The default is `recreate`. */
export type ReplacePolicy = (typeof replacePolicies)[number];
