/**
 * The contract between the engine and the kinds. A kind holds everything about one sort of object;
 * the engine holds the rest and names no kind. Kinds describe writing requests and never send them.
 */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Around, KindContext, ServerProfile } from "./context.ts";
import type { ArtefactSet, ArtefactSource } from "./artefact.ts";
import type {
  AccessEffects,
  Answers,
  Digests,
  Drawing,
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
import type { Declare, ManifestKind } from "./declaration.ts";
import type { Facts, FieldRule } from "./facts.ts";
import type { Live, Manifest, Resolution, Resource, Step, WantedObject } from "./resource.ts";

export type * from "./artefact.ts";
export type * from "./capability.ts";
export type * from "./cascade.ts";
export type * from "./change.ts";
export type * from "./context.ts";
export * from "./danger.ts";
export type * from "./declaration.ts";
export * from "./facts.ts";
export * from "./resource.ts";

/**
 * What every kind provides. Functions with a `KindContext` may read (GET only) and are
 * asynchronous; all others, also in capabilities, are pure. `resolve` reads the files of its
 * manifest, and described requests may load theirs.
 */
export interface KindCore<Spec, Payload> {
  /** As in addresses. */
  readonly name: string;
  /** Absent for kinds that are observed but not declared. */
  readonly manifest?: ManifestKind<Spec>;
  readonly fields: Readonly<Record<string, FieldRule>>;
  /** Facts beyond `fields` that decide which requests are sent: they must still be as planned. */
  readonly decisive?: readonly string[];
  /** Lower weights are created earlier where nothing else decides. */
  readonly weight: number;
  readonly resolve?: (
    manifest: Manifest<Spec>,
    files: ArtefactSource,
  ) => Promise<Resolution<Payload>>;
  /** Files whose digests are among its facts, by path inside the object. */
  readonly files?: (payload: Payload) => ArtefactSet;
  /** Checks what will be sent, or everything when validating; only a plan gives `found`. */
  readonly check?: (
    resource: Resource<Payload>,
    found?: FoundObject<Payload>,
  ) => Promise<readonly Diagnostic[]>;
  /** May also return objects that were not requested; those count as unmanaged. */
  readonly observe: (
    context: KindContext,
    wanted: readonly WantedObject<Payload>[],
  ) => Promise<readonly Live[]>;
  readonly list?: Listing;
  /** A plan over these manifests is empty. Every kind with a manifest has it. */
  readonly declare?: Declare;
  /**
   * `from` is the deleted object that this one continues: itself when recreated, or its former
   * name. User settings of `from` are set again where the requests can express them; `carried` are
   * those recorded by an interrupted run.
   */
  readonly create?: (
    resource: Resource<Payload>,
    context: KindContext,
    from?: Address,
    carried?: Facts,
  ) => Promise<readonly Step[]>;
  readonly update?: (change: UpdateOf<Payload>, context: KindContext) => Promise<readonly Step[]>;
  /** Absent or without steps: the object can only be forgotten, not deleted. */
  readonly remove?: (live: Live, removal?: Removal) => readonly Step[];
}

export interface Removal {
  /** Whether objects deleted with it have dependents. */
  readonly hasDependents?: boolean;
  /** Whether it is recreated right after. */
  readonly comesBack?: boolean;
  readonly recorded?: Facts | undefined;
  readonly server?: ServerProfile;
}

/** What a plan knows of an object that it will send. */
export interface FoundObject<Payload = unknown> extends Around<Payload> {
  readonly live: Live | undefined;
  readonly recorded: Facts | undefined;
  /** Whether it is created or recreated. */
  readonly isNew: boolean;
  readonly context: KindContext;
}

/** A kind: its core and its capabilities (`capability.ts`). */
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
  readonly drawing?: Drawing<Payload>;
  readonly languages?: Languages;
  readonly answers?: Answers;
}

/** A kind with its type parameters erased, for lists of all kinds. */
export type AnyKind = Kind<unknown, unknown>;

/** Items by the kinds of their addresses; those of kinds that are not known are left out. */
export function withKinds<One extends { readonly address: Address }>(
  kinds: ReadonlyMap<string, AnyKind>,
  all: Iterable<One>,
): Map<AnyKind, One[]> {
  const found = Map.groupBy(all, ({ address }) => kinds.get(address.kind));
  found.delete(undefined);
  return found as Map<AnyKind, One[]>;
}

/** Observes objects one by one; those that are not there are left out. */
export function observing<Payload>(
  observe: (context: KindContext, wanted: WantedObject<Payload>) => Promise<Live | undefined>,
) {
  return async (
    context: KindContext,
    wanted: readonly WantedObject<Payload>[],
  ): Promise<readonly Live[]> => {
    const found = await Promise.all(wanted.map((one) => observe(context, one)));
    return found.filter((live) => live !== undefined);
  };
}

/** Safe because the engine passes to a kind only what that kind produced. */
export function bindKind<Spec, Payload>(kind: Kind<Spec, Payload>): AnyKind {
  return kind as unknown as AnyKind;
}
