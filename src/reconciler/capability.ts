/**
 * Optional capabilities of kinds. Each is one object, so its members are present or absent
 * together. Only functions with a `KindContext` in their arguments read (GET only).
 */
import type { Address } from "../model/address.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Scope, ScopedEffect } from "../model/exposure.ts";
import type { DigestKind } from "../model/object-digest.ts";
import type { Unreadable } from "../wire/reading.ts";
import type { WireRequest, WireResponse } from "../wire/request.ts";
import type { Around, Declared, KindContext, NameNow, ServerProfile } from "./context.ts";
import type { Cascade, Departure, DependentsInput, AffectedObject } from "./cascade.ts";
import type { BatchChange, DangerousChange, SetChange } from "./change.ts";
import type { Danger, GuardFindings, GuardFinding } from "./danger.ts";
import type { ArtefactSet } from "./artefact.ts";
import type { Facts } from "./facts.ts";
import type { FileContent, Live, Resource, Step, Temporary, WantedObject } from "./resource.ts";

/** Lists objects, for estates that own whole workspaces, imports and surveys. */
export interface Listing {
  /**
   * Without objects inside those of another kind. Where this is absent, undeclared objects of the
   * kind are never deleted.
   */
  readonly inWorkspace?: (context: KindContext, place: ListedPlace) => Promise<readonly Address[]>;
  /** Absent where there are none, or all are read anyway. */
  readonly outside?: (context: KindContext, leaveOut: LeaveOut) => Promise<readonly Address[]>;
}

/** A declared object, or without a payload the object as last applied. */
export interface Digested<Payload> extends Pick<WantedObject<Payload>, "address" | "payload"> {
  readonly facts: Facts;
}

/**
 * Objects with the wanted digest in a server's list are not read (docs/compatibility.md,
 * "Digests").
 */
export interface Digests<Payload> {
  readonly of: DigestKind;
  /** The list also names objects of other kinds, so a name in it proves nothing. */
  readonly listsOthers?: true;
  /** Files that the digest covers, by path inside the object. */
  readonly files?: (payload: Payload) => ArtefactSet;
  /** Files shared by the objects of one scope, which the server lists separately. */
  readonly shared?: (payload: Payload) => ArtefactSet;
  /**
   * The digest of the wanted object; `identities` tell file contents apart. Undefined where an
   * input is unknown.
   */
  readonly digest: (
    wanted: Digested<Payload>,
    identities: ReadonlyMap<string, string>,
  ) => string | undefined;
  /** The object with this digest, including what no digest covers. */
  readonly known: (context: KindContext, wanted: Digested<Payload>) => Live | Promise<Live>;
}

/** What map services need beside the object itself. */
export interface Drawing<Payload> {
  /** Paths in the data directory of the files that it brings. */
  readonly files: (resource: Resource<Payload>) => readonly string[];
}

export interface Review<Payload> {
  /**
   * Warnings about what will be sent, or everything when validating. They block nothing and are
   * certain.
   */
  readonly lint?: (
    resources: readonly Resource<Payload>[],
    around: Around<Payload>,
  ) => Promise<readonly Diagnostic[]>;
  /** Problems that show only across all resources of the kind. */
  readonly crossCheck?: (resources: readonly Resource<Payload>[]) => readonly Diagnostic[];
}

export interface Names<Payload> {
  /** Its objects are the workspaces that contain others. */
  readonly isWorkspace?: true;
  /**
   * Hands settings over to the renamed successor from an interrupted run, before the former object
   * is deleted.
   */
  readonly passOn?: (
    former: Address,
    now: Resource<Payload>,
    context: KindContext,
  ) => Promise<readonly Step[]>;
  /** Objects are only created with others: one that no resource brings is an error. */
  readonly comesAlong?: true;
  /** Resolves ambiguous names by what else is declared. */
  readonly resolveNames?: (resource: Resource<Payload>, others: Declared) => Resource<Payload>;
  /**
   * Whether an update renames an object and all references to it; by default it is deleted and
   * recreated.
   */
  readonly keepsWhenRenamed?: (address: Address) => boolean;
  /** Facts of an object after objects that it refers to were renamed. */
  readonly factsNow?: (live: Live, nameNow: NameNow) => Facts;
  /** Values that only one object of a server may have. */
  readonly unique?: {
    readonly label: string;
    /** Without values that other objects may share. */
    readonly values: (facts: Facts, declared?: Payload) => readonly string[];
    /**
     * Objects with one of the values, whoever owns them; undefined where duplicates are allowed.
     */
    readonly find: (
      context: KindContext,
      values: ReadonlySet<string>,
      known: readonly Live[],
    ) => Promise<readonly Live[] | undefined>;
  };
}

/** What its objects contain, or create and delete with them. */
export interface Inside<Payload> {
  /** Objects inside a live object, or created with it. */
  readonly contains?: (live: Live) => readonly Address[];
  /** What the server deletes with it; `declared` are resources of the kind that stay. */
  readonly cascades?: (
    context: KindContext,
    live: Live,
    declared: readonly Resource<Payload>[],
    about?: Departure,
  ) => Promise<Cascade>;
  /** What all cascades of a plan change in this kind. */
  readonly dependents?: (
    context: KindContext,
    input: DependentsInput<Payload>,
  ) => Promise<readonly (Cascade & { readonly by: Address })[]>;
  /**
   * What an update deletes first, where deleting parts of an object also deletes other objects.
   * These cascades are planned like those of a deletion.
   */
  readonly detach?: {
    /** Fields whose removals are all done here. */
    readonly fields: readonly string[];
    readonly steps: (change: UpdateOf<Payload>, hasDependents?: boolean) => readonly Step[];
    readonly cascades: (context: KindContext, change: UpdateOf<Payload>) => Promise<Cascade>;
  };
}

/** Its objects use others, which a server then refuses to delete. */
export interface Users<Payload> {
  /** Users of what a plan deletes, whoever owns them. */
  readonly find: (context: KindContext, used: Used) => Promise<readonly Live[]>;
  /** What an object keeps using because its manifest does not mention it. */
  readonly kept: (live: Live, resource: Resource<Payload>) => readonly Address[];
}

/** Restores objects after a cascade or a failed run. */
export interface Recovery<Payload> {
  /**
   * Recreates a readable object as it is: the rollback of a failed recreation. Never part of a
   * plan.
   */
  readonly recreate?: (
    address: Address,
    context: KindContext,
  ) => Promise<readonly Step[] | undefined>;
  /**
   * Restores a deleted object as observed, with declared values first; `bringer` is the declared
   * object that creates it now.
   */
  readonly reapply?: (
    affected: AffectedObject,
    declared: Resource<Payload> | undefined,
    bringer?: Resource,
  ) => readonly Step[];
  /** The facts to restore, given the object that brings it now; all when absent. */
  readonly comesBack?: (
    affected: AffectedObject,
    declared: Resource<Payload> | undefined,
    bringer: Resource | undefined,
  ) => Pick<AffectedObject, "facts" | "carried">;
  /**
   * Whether an object is only the remainder of a deletion, or was recreated by the server, and no
   * user has changed it.
   */
  readonly isUnrestored?: (before: Facts, now: Facts) => boolean;
  /** Facts that observation does not show: an object with one is not taken as restored. */
  readonly unshown?: readonly string[];
  /** Facts of brought objects that create requests can set. */
  readonly carries?: readonly string[];
}

/** The set of all objects is changed as a whole. */
export interface ObjectSet {
  /** Several spellings in manifests can mean one object. */
  readonly nameOf: (written: string) => string;
  /** Changes the set in as few requests as possible. */
  readonly apply: (change: BatchChange, server: ServerProfile) => readonly Step[];
  readonly effects: (change: SetChange) => readonly ScopedEffect[];
  /** The intermediate set: it hides all that the change hides, and shows nothing new. */
  readonly between?: (change: SetChange) => ReadonlyMap<string, Facts>;
  /** Whether servers may delete an object of this name with the other one. */
  readonly goesWith?: (name: string, other: Address) => boolean;
  /** Whether an object looks like a temporary one, so its removal loses nothing. */
  readonly isTemporary?: (object: Pick<Live, "address" | "facts">) => boolean;
}

/** Effects on access: who may see, write and administer what. */
export interface AccessEffects<Payload = unknown> {
  /** An object exposes something by its existence. */
  readonly exposes?: true;
  /** Whether a change runs first or last for a reason other than visibility. */
  readonly turn?: (
    before: Facts | undefined,
    after: Facts | undefined,
  ) => "first" | "last" | "ordinary";
  /** The layer of the object's name when absent. */
  readonly scope?: (address: Address, facts: Facts) => Scope;
  /** Temporary objects that hide an object until it is as declared. */
  readonly meanwhile?: (
    resource: Resource<Payload>,
    context: KindContext,
    from?: Address,
    carried?: Facts,
  ) => Promise<readonly Temporary[]>;
  /** Effects of an update beyond the exposures of the changed `fields`. */
  readonly effects?: (
    change: Readonly<Record<"before" | "after", Facts>> & {
      readonly address: Address;
      readonly fields: readonly string[];
    },
  ) => readonly ScopedEffect[];
  readonly dangers?: (change: DangerousChange) => readonly Danger[];
  /** What all changes mean together, where objects control access to others. */
  readonly guard?: (change: SetChange, server: ServerProfile) => GuardFindings;
  /**
   * Blocks changes whatever is allowed, such as one that locks out the account in use. `changes`
   * returns the observed objects of any kind.
   */
  readonly hardGuard?: (
    changes: (kind: string) => SetChange,
    context: KindContext,
  ) => Promise<readonly GuardFinding[]>;
}

/** Where changes become visible, for reviewers of a plan. */
export interface Reach {
  /** Services that show its objects, or content made from them. */
  readonly services: readonly string[];
  /** Objects are copies, and become stale when the original changes. */
  readonly isCopy?: true;
  /**
   * How an object uses another; `changed` is where the change starts. Undefined where the object
   * does not show the change. When absent, every object shows what it requires.
   */
  readonly uses?: (
    object: Pick<Live, "address" | "facts">,
    about: { readonly used: Address; readonly changed: Address },
  ) => Use | undefined;
}

export interface Use {
  /** Words to follow the address, if any. */
  readonly how: string | undefined;
  /** Of the object's users, only copies show the change. */
  readonly ends?: true;
}

/** Files in several languages, told by the path ending; files of one name replace each other. */
export interface Languages {
  readonly has: (path: string) => boolean;
  /**
   * The file in the language that is compared in words, with what only one language can express
   * taken from `other`. Undefined where it cannot be parsed.
   */
  readonly inOne: (file: FileContent, other: FileContent) => Promise<FileContent | undefined>;
}

export interface Answers {
  /** The request to send after a server refused one for how it is written. */
  readonly detour?: FindDetour;
  /**
   * The meaning of a refusal and its remedy, shown before the server's message. It quotes neither
   * request nor response.
   */
  readonly explain?: (request: WireRequest, answer: WireResponse) => string | undefined;
  /** The likely reason why a server does not keep what it accepted, and the remedy. */
  readonly unkept?: (change: UnkeptChange) => string | undefined;
  /** What to report of a successful response. */
  readonly note?: (answer: WireResponse) => string | undefined;
}

/** A change still pending after it was sent; `failed`: one of its requests was refused. */
export interface UnkeptChange extends Pick<DangerousChange, "before" | "after"> {
  readonly action: string;
  readonly failed: boolean;
}

export interface Used {
  readonly addresses: readonly Address[];
  /** What was already read of an object. */
  readonly known: (address: Address) => Live | undefined;
}

export interface ListedPlace {
  readonly workspace: string;
  /** Known objects that need not be looked into. */
  readonly known: ReadonlySet<string>;
  /** Takes listed objects that cannot be read, so their owner is unknown. */
  readonly leaveOut: LeaveOut;
}

export type LeaveOut = (address: Address, error: Unreadable) => void;

export interface UpdateOf<Payload> {
  readonly resource: Resource<Payload>;
  readonly live: Live;
  readonly fields: readonly string[];
  /** Its name until the update, where the update renames it. */
  readonly formerly?: Address | undefined;
  /** Undefined for an object that the estate did not own. */
  readonly recorded: Facts | undefined;
  /** Whether the plan deletes an object; what is deleted with it needs no request. */
  readonly isDeleted: (address: Address) => boolean;
}

/** Replaces a request that a server refused as written. */
export interface Detour {
  readonly request: WireRequest;
  /** Polled until the effect is in force, for servers that need time. GET only. */
  readonly isInForce?: () => Promise<boolean>;
}

/** What to send after a refusal, if anything is left to try. GET only. */
export type FindDetour = (
  refused: WireRequest,
  status: number,
  context: KindContext,
) => Promise<Detour | undefined>;
