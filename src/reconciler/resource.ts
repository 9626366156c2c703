/** Declared and observed things as the engine and the kinds hand them to each other, and requests about them. */
import type { Address } from "../model/address.ts";
import type { AddressMap } from "../model/address-map.ts";
import type { Diagnostic, Position } from "../model/diagnostic.ts";
import type { Box } from "../model/geometry.ts";
import type { Difference } from "../wire/difference.ts";
import type { GivenBack } from "../wire/given-back.ts";
import type { WireRequest } from "../wire/request.ts";
import type { NotGiven } from "./artefact.ts";
import type { Facts } from "./facts.ts";
import type { Lifecycle, ReplacePolicy } from "./lifecycle.ts";

/** A declared thing, ready for comparison. `payload` is the kind's own. */
export interface Resource<Payload = unknown> {
  readonly address: Address;
  readonly facts: Facts;
  readonly payload: Payload;
  /** Facts that stand in where the server does not show one and nobody applied one so far. */
  readonly assumed?: Facts;
  /** Addresses that must be there before this one. */
  readonly requires: readonly Address[];
  /** Where the manifest names what it requires. */
  readonly named?: AddressMap<Naming>;
  /** Objects inside this one, which nobody may declare on their own. */
  readonly parts?: readonly Address[];
  /** Objects that come with it; declared on their own, they are changed once they are there. */
  readonly brings?: readonly Address[];
  /** Properties, in words, that objects of several kinds can set, and where: only one may. */
  readonly sets?: ReadonlyMap<string, Position>;
  /** As the manifest says it; kinds leave it out. */
  readonly lifecycle?: Lifecycle;
  readonly replacePolicy?: ReplacePolicy;
  readonly where: Position;
  /** Kinds leave it out. */
  readonly declaredBy?: Origin;
  /** Secrets of it that are not given here. */
  readonly notGiven?: readonly NotGiven[];
  /** The address it had before, where its manifest shows. */
  readonly previous?: PreviousName | undefined;
}

/** The manifest that declares something, for those who select by it. */
export interface Origin {
  /** Of the manifest; what it declares may have others. */
  readonly address: Address;
  readonly labels: Readonly<Record<string, string>>;
  /**
   * Its file, then the files and folders that it names: absolute, with slashes. The file is `-` for
   * standard input.
   */
  readonly files: readonly string[];
}

/** The address that a declared thing had before, and where that is said. */
export interface PreviousName {
  readonly address: Address;
  readonly where: Position;
}

/** A place where a manifest names another object, and what to do when there is none. */
export interface Naming {
  readonly where: Position;
  readonly hint?: string;
}

/** An observed thing. A fact that the server does not show is absent. */
export interface Live {
  readonly address: Address;
  readonly facts: Facts;
  /** Addresses that this object lives in or refers to. */
  readonly requires: readonly Address[];
  /** Kinds of which it may refer to further objects: it is broken, and not all of it can be seen. */
  readonly mayRequire?: readonly string[] | undefined;
  /** ETag that a write may insist on, where the server sends one. */
  readonly etag?: string | undefined;
  /** Boxes around what it holds and nobody declares, such as granules, by the names in its facts. */
  readonly footprints?: ReadonlyMap<string, Box> | undefined;
  /**
   * Paths of its files as the server holds them, by the names of their fields: of files that can be more or fewer
   * than are wanted, where all that are there were seen.
   */
  readonly paths?: Readonly<Record<string, readonly string[]>>;
  /** What of its files is not as it is wanted; kinds leave it out. */
  readonly unlike?: readonly UnlikeFile[];
}

/** A file of an observed object that is not as it is wanted, from what is there to what is wanted. */
export interface UnlikeFile {
  /** Name of the field by whose rule it is compared. */
  readonly field: string;
  /** Path inside the object, as `files` of the kind names it. */
  readonly path: string;
  readonly state: "added" | "removed" | "changed";
  /** What differs inside; empty for whole files. */
  readonly differences: readonly Difference[];
}

/** What is to be looked up: an address, and what it should be if that is known. */
export interface Wanted<Payload = unknown> {
  readonly address: Address;
  readonly facts: Facts | undefined;
  readonly payload: Payload | undefined;
  /** True when it only matters whether the object is there; its facts may then be left out. */
  readonly presence?: true;
  /** Whether a file of the server says what the object's own of that path does; absent where the object has no files. */
  readonly isSameFile?: (file: StoredFile) => Promise<boolean>;
}

/** What a file holds. */
export interface FileContent {
  /** Path inside the object, as `files` of the kind names it. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file as the server holds it. */
export interface StoredFile extends FileContent {
  /** Name of the field by whose rule it is compared. */
  readonly field: string;
}

/** One request of a plan. */
export interface Step {
  readonly summary: string;
  readonly request: WireRequest;
  /** What it says again of what was there before and no fact shows: looked at once more after the run. */
  readonly givesBack?: GivenBack;
  /**
   * Set where it is sent once for all objects that ask for the same, when the plan has done everything else: a POST of
   * nothing or of a text without secrets, which the journal keeps until it is sent.
   */
  readonly isLast?: true;
  /** What is so for the time of a run once it is done. */
  readonly meanwhile?: readonly Temporary[];
  /** Objects that were made for the time of a run and that it takes away: none may be there after it. */
  readonly clears?: readonly Address[];
  /**
   * Set where every server refuses it, with a status below 500, if what it makes is there already: no other look at
   * that is needed before it is sent.
   */
  readonly isRefusedTwice?: true;
  /** What must be there right before it is sent: without that a server would take it for something else. */
  readonly expects?: readonly Address[];
}

/**
 * A member of a set that is there, or is like that, only while something is made: the plan puts it there before, and takes
 * it back once all is done to what it is there for. It is in the journal from before the first request.
 */
export interface Temporary {
  readonly address: Address;
  readonly facts: Facts;
  /** What it was like before; absent where it was not there. */
  readonly before?: Facts;
  readonly for: readonly Address[];
  /** What it is good for, as a sentence without its end. */
  readonly why: string;
}

/** A request that comes last, as the journal keeps it. */
export type ClosingStep = Pick<Step, "summary" | "request">;

/** A part of the catalog that one manifest owns as a whole: what is there undeclared goes. */
export interface ExclusiveScope {
  readonly owner: Address;
  readonly where: Position;
  /** Name of the kind that it is about. */
  readonly kind: string;
  readonly covers: (address: Address) => boolean;
  /** As the manifest says it; kinds leave it out. */
  readonly lifecycle?: Lifecycle;
  /** Kinds leave it out. */
  readonly declaredBy?: Origin;
}

/** What a manifest turned into. */
export interface Resolution<Payload = unknown> {
  readonly resources: readonly Resource<Payload>[];
  /** Absent where it declares none. */
  readonly exclusiveScopes?: readonly ExclusiveScope[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A manifest whose envelope and spec are valid. */
export interface Manifest<Spec = unknown> {
  readonly kind: string;
  readonly name: string;
  readonly workspace: string | null;
  readonly previousName?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly lifecycle: Lifecycle | undefined;
  readonly spec: Spec;
  /** The place of a field, for example of ["spec", "rules", "a.*.r"]. */
  readonly locate: (path: readonly (string | number)[]) => Position;
}
