/**
 * The contract between the engine and the kinds. A kind file holds everything Plumbline knows
 * about one sort of thing: its manifest, its facts, how to read it and which requests change
 * it. The engine holds everything else and names no kind. Kinds describe requests, they never
 * send one that writes.
 */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Around } from "./around.ts";
import type { ArtefactSet, ArtefactSource } from "./artefact.ts";
import type {
  AccessEffects,
  Answers,
  Digests,
  Inside,
  Languages,
  Listing,
  Names,
  ObjectSet,
  Reach,
  Recovery,
  Review,
  UpdateOf,
  Users,
} from "./capability.ts";
import type { Address } from "../model/address.ts";
import type { KindContext, ServerProfile } from "./context.ts";
import type { Declare } from "./declaration.ts";
import type { Facts, FieldRule } from "./facts.ts";
import type { ManifestKind } from "./manifest-kind.ts";
import type { Live, Manifest, Resolution, Resource, Step, Wanted } from "./resource.ts";

export type * from "./around.ts";
export type * from "./artefact.ts";
export type * from "./capability.ts";
export type * from "./cascade.ts";
export type * from "./change.ts";
export type * from "./context.ts";
export * from "./danger.ts";
export type * from "./declaration.ts";
export type * from "./detour.ts";
export * from "./facts.ts";
export * from "./lifecycle.ts";
export type * from "./manifest-kind.ts";
export type * from "./resource.ts";

/**
 * What every kind says of itself. A function that is given a `KindContext` may read (GET only) and answers later; all
 * others are given nothing to read with, and are pure: here and in the capabilities. `resolve` reads the files of its
 * manifest, and requests that are described may load theirs.
 */
export interface KindCore<Spec, Payload> {
  /** Name in addresses. */
  readonly name: string;
  /** Absent for kinds that are observed but not declared. */
  readonly manifest?: ManifestKind<Spec>;
  readonly fields: Readonly<Record<string, FieldRule>>;
  /** Facts beyond the fields that decide which requests are sent: they must be as the plan found them. */
  readonly decisive?: readonly string[];
  /** Lower weights are created earlier where nothing else decides. */
  readonly weight: number;
  readonly resolve?: (
    manifest: Manifest<Spec>,
    files: ArtefactSource,
  ) => Promise<Resolution<Payload>>;
  /** Files that the digests among its facts are of, by path inside the object. */
  readonly files?: (payload: Payload) => ArtefactSet;
  /**
   * Looks into what is about to be sent, or into everything when validating; in a plan `found` is
   * what is known of it.
   */
  readonly check?: (
    resource: Resource<Payload>,
    found?: FoundObject<Payload>,
  ) => Promise<readonly Diagnostic[]>;
  /** Reads what is there; objects nobody asked for may come along and count as unmanaged. */
  readonly observe: (
    context: KindContext,
    wanted: readonly Wanted<Payload>[],
  ) => Promise<readonly Live[]>;
  readonly list?: Listing;
  /**
   * Manifests for what is there, so that a plan over them finds nothing to do; every kind that has
   * manifests has it.
   */
  readonly declare?: Declare;
  /**
   * `from` is what goes and what this object goes on from: itself where it is recreated, or what it was
   * called before. What somebody set of that is set again where one of these requests can say it; `carried` is
   * what an interrupted run wrote down of that, as facts of what comes with the object.
   */
  readonly create?: (
    resource: Resource<Payload>,
    context: KindContext,
    from?: Address,
    carried?: Facts,
  ) => Promise<readonly Step[]>;
  readonly update?: (change: UpdateOf<Payload>, context: KindContext) => Promise<readonly Step[]>;
  /** Absent, or giving no step: the object cannot be deleted, only forgotten. */
  readonly remove?: (live: Live, removal?: Removal) => readonly Step[];
}

/** What a plan knows of an object that it deletes. */
export interface Removal {
  /** Whether what is deleted with it has dependents, as kinds found them. */
  readonly hasDependents?: boolean;
  /** Whether it is made again right after. */
  readonly comesBack?: boolean;
  /** Facts last applied. */
  readonly recorded?: Facts | undefined;
  readonly server?: ServerProfile;
}

/** What a plan knows of an object that is about to be sent. */
export interface FoundObject<Payload = unknown> extends Around<Payload> {
  readonly live: Live | undefined;
  /** Facts last applied. */
  readonly recorded: Facts | undefined;
  /** Whether it is created, as a new object or again. */
  readonly isNew: boolean;
  readonly context: KindContext;
}

/** Everything about one kind: its core, and what it can do beyond that (`capability.ts`). */
export interface Kind<Spec, Payload> extends KindCore<Spec, Payload> {
  readonly digests?: Digests<Payload>;
  readonly review?: Review<Payload>;
  readonly names?: Names<Payload>;
  readonly inside?: Inside<Payload>;
  readonly users?: Users<Payload>;
  readonly recovery?: Recovery<Payload>;
  readonly set?: ObjectSet;
  readonly access?: AccessEffects<Payload>;
  readonly reach?: Reach;
  readonly languages?: Languages;
  readonly answers?: Answers;
}

/** A kind with its own types closed over, so that one list can hold them all. */
export type AnyKind = Kind<unknown, unknown>;

/** Puts a kind into the list. The engine hands to a kind only what that kind produced. */
export function bindKind<Spec, Payload>(kind: Kind<Spec, Payload>): AnyKind {
  return kind as unknown as AnyKind;
}
