/**
 * The contract between the engine and the kinds. A kind file holds everything Plumbline knows
 * about one sort of thing: its manifest, its facts, how to read it and which requests change
 * it. The engine holds everything else and names no kind. Kinds describe requests, they never
 * send one that writes.
 */
import type { Address } from "../model/address.ts";
import type { Diagnostic, Position } from "../model/diagnostic.ts";
import type { DialectName } from "../model/dialect.ts";
import type { ServerLine } from "../model/server-line.ts";
import type { GivenBack } from "../wire/given-back.ts";
import type { Reader, WireRequest, WireResponse } from "../wire/request.ts";
import type { Around, Declared } from "./around.ts";
import type { ArtefactSet, ArtefactSource, NotGiven } from "./artefact.ts";
import type { BatchChange, DangerousChange, SetChange } from "./change.ts";
import type { Cascade, Departure, Following, Lost } from "./cascade.ts";
import type { Danger, Judgement, Obstacle } from "./danger.ts";
import type { Declare } from "./declaration.ts";
import type { FindDetour } from "./detour.ts";
import type { Facts, FieldRule } from "./facts.ts";
import type { Lifecycle, ReplacePolicy } from "./lifecycle.ts";
import type { ManifestKind } from "./manifest-kind.ts";

export type * from "./around.ts";
export type * from "./artefact.ts";
export type * from "./cascade.ts";
export type * from "./change.ts";
export * from "./danger.ts";
export type * from "./declaration.ts";
export type * from "./detour.ts";
export type * from "./facts.ts";
export * from "./lifecycle.ts";
export type * from "./manifest-kind.ts";

/** The server at the other end, as far as requests depend on it. */
export interface ServerProfile {
  readonly software: "plumbline" | "geoserver";
  readonly dialect: DialectName;
  readonly version: string;
  /** Of which line it is (docs/versions.md); absent where it is none of them, as the included server is. */
  readonly line?: ServerLine;
  /** Whether files of the data directory can be read. */
  readonly resources: boolean;
  /** Whether one request tells what of a kind and scope differs. */
  readonly digests: boolean;
}

/** What a kind may use while it reads or describes. */
export interface KindContext {
  readonly read: Reader;
  readonly server: ServerProfile;
  /** Name of the account that makes the requests. */
  readonly account: string;
  /** Takes what a read found that is worth telling, whoever the object belongs to; absent where nobody listens. */
  readonly tell?: (found: Diagnostic) => void;
  /**
   * What an object is called once the plan has renamed it; absent where nothing is renamed. A server puts
   * the new name into whatever refers to the object, so that is read as if it were there already.
   */
  readonly nameNow?: NameNow;
}

/** The new address of an object that gets one, and that of any other. */
export type NameNow = (address: Address) => Address;

/** A declared thing, ready for comparison. `payload` is the kind's own. */
export interface Resource<Payload = unknown> {
  readonly address: Address;
  readonly facts: Facts;
  readonly payload: Payload;
  /** Facts that stand in where the server does not show one and nobody applied one so far. */
  readonly assumed?: Facts;
  /** Addresses that must be there before this one. */
  readonly requires: readonly Address[];
  /** Where the manifest names what it requires, by text of the address. */
  readonly named?: ReadonlyMap<string, Naming>;
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
  /** The address it had before, where its manifest tells. */
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
}

/** What is to be looked up: an address, and what it should be if that is known. */
export interface Wanted<Payload = unknown> {
  readonly address: Address;
  readonly facts: Facts | undefined;
  readonly payload: Payload | undefined;
  /** True when it only matters whether the object is there; its facts may then be left out. */
  readonly presence?: true;
}

/** One request of a plan. */
export interface Step {
  readonly summary: string;
  readonly request: WireRequest;
  /** What it says again of what was there before and no fact tells: looked at once more after the run. */
  readonly givesBack?: GivenBack;
  /** Objects that were made for the time of a run and that it takes away: none may be there after it. */
  readonly clears?: readonly Address[];
}

/** A part of the catalog that one manifest owns as a whole: what is there undeclared goes. */
export interface Sweep {
  readonly owner: Address;
  readonly where: Position;
  /** Name of the kind that is swept. */
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
  readonly sweeps: readonly Sweep[];
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

/** Everything about one kind. Functions are pure but for `observe` and `cascades`, which only read. */
export interface Kind<Spec, Payload> {
  /** Name in addresses. */
  readonly name: string;
  /** Absent for kinds that are observed but not declared. */
  readonly manifest?: ManifestKind<Spec>;
  readonly fields: Readonly<Record<string, FieldRule>>;
  /** Facts beyond the fields that decide which requests are sent: they must be as the plan found them. */
  readonly decisive?: readonly string[];
  /** Lower weights are created earlier where nothing else decides. */
  readonly weight: number;
  /** Creating one may show something to somebody, so whatever restricts access goes first. */
  readonly exposes?: true;
  readonly resolve?: (
    manifest: Manifest<Spec>,
    files: ArtefactSource,
  ) => Promise<Resolution<Payload>>;
  /** Files that the digests among its facts are of, by path inside the object. */
  readonly files?: (payload: Payload) => ArtefactSet;
  /** Settles what depends on what else is declared, such as names that can mean several objects. */
  readonly settle?: (resource: Resource<Payload>, others: Declared) => Resource<Payload>;
  /** Objects come with others and are never made alone: one that nothing brings is a fault. */
  readonly comesAlong?: true;
  /**
   * Looks into what is about to be sent, or into everything when validating; in a plan `found` is
   * what is there and what was last applied, with all resources of the kind.
   */
  readonly check?: (
    resource: Resource<Payload>,
    found?: {
      readonly live: Live | undefined;
      readonly recorded: Facts | undefined;
      readonly context: KindContext;
      readonly declared: readonly Resource<Payload>[];
    },
  ) => Promise<readonly Diagnostic[]>;
  /**
   * What is worth a warning in what is about to be sent, or in everything when validating. It stops
   * nothing, and what it cannot tell for sure it does not say.
   */
  readonly lint?: (
    resources: readonly Resource<Payload>[],
    around: Around<Payload>,
  ) => Promise<readonly Diagnostic[]>;
  /** Faults that show only when all resources of the kind are seen together. */
  readonly crossCheck?: (resources: readonly Resource<Payload>[]) => readonly Diagnostic[];
  /** Reads what is there; objects nobody asked for may come along and count as unmanaged. */
  readonly observe: (
    context: KindContext,
    wanted: readonly Wanted<Payload>[],
  ) => Promise<readonly Live[]>;
  /**
   * What of the kind lies in a workspace, for estates that own whole workspaces; absent, nothing of
   * the kind goes because nobody declares it. Objects inside others of another kind are left out.
   */
  readonly list?: (context: KindContext, place: ListedPlace) => Promise<readonly Address[]>;
  /** What of the kind lies outside of workspaces; absent where nothing does, or all of it is read anyway. */
  readonly listGlobal?: (context: KindContext) => Promise<readonly Address[]>;
  /** What only one object of a server may have. */
  readonly unique?: {
    /** What it is called. */
    readonly label: string;
    /** It; undefined where others may have the same. */
    readonly value: (facts: Facts) => string | undefined;
    /** Who has one of these on the server, whoever that belongs to. GET only. */
    readonly find: (context: KindContext, values: ReadonlySet<string>) => Promise<readonly Live[]>;
  };
  /** Its objects are the workspaces that others lie in. */
  readonly isWorkspace?: true;
  /**
   * Manifests for what is there, so that a plan over them finds nothing to do; every kind that has
   * manifests has it. GET only.
   */
  readonly declare?: Declare;
  /**
   * `from` is what goes and what this object goes on from: itself where it is made anew, or what it was
   * called before. What somebody set of that is set again where one of these requests can say it.
   */
  readonly create?: (
    resource: Resource<Payload>,
    context: KindContext,
    from?: Address,
  ) => Promise<readonly Step[]>;
  readonly update?: (change: UpdateOf<Payload>, context: KindContext) => Promise<readonly Step[]>;
  /**
   * Gives an object another name in place, with all that refers to it. Absent, or giving no step:
   * under another name it is deleted and created anew.
   */
  readonly rename?: (live: Live, to: Address) => readonly Step[];
  /** Facts of an object that names others, once some of those have new names. */
  readonly factsNow?: (live: Live, nameNow: NameNow) => Facts;
  /**
   * What an update removes before it changes the rest, where parts of an object take other objects
   * along; what these requests take along is known before they are sent, as with a deletion. `isHeld`
   * is that of `remove`.
   */
  readonly shed?: {
    readonly steps: (change: UpdateOf<Payload>, isHeld?: boolean) => readonly Step[];
    readonly cascades: (context: KindContext, change: UpdateOf<Payload>) => Promise<Cascade>;
  };
  /** Objects that are in an object, or came with it, as it is on the server now. */
  readonly holds?: (live: Live) => readonly Address[];
  /**
   * Absent, or giving no step: the object cannot be deleted, only forgotten. `isHeld` says that other
   * objects hold what goes with it, as the kinds that `follow` found.
   */
  readonly remove?: (live: Live, isHeld?: boolean) => readonly Step[];
  /**
   * What the server removes along with it; `declared` are the resources of the kind that stay.
   */
  readonly cascades?: (
    context: KindContext,
    live: Live,
    declared: readonly Resource<Payload>[],
    about?: Departure,
  ) => Promise<Cascade>;
  /**
   * What of this kind changes because of what all deletions of a plan take along together: by each
   * deletion, in the manner of `cascades`.
   */
  readonly follow?: (
    context: KindContext,
    following: Following<Payload>,
  ) => Promise<readonly (Cascade & { readonly by: Address })[]>;
  /** Objects of this kind whose use of others keeps a server from deleting those. */
  readonly users?: {
    /** Those that use what a plan deletes, whoever they belong to. GET only. */
    readonly find: (context: KindContext, used: Used) => Promise<readonly Live[]>;
    /** What a changed object goes on using because its manifest does not speak of it. */
    readonly kept: (live: Live, resource: Resource<Payload>) => readonly Address[];
  };
  /**
   * Requests that make an object again as it is now, where it can be read whole: what is deleted to be
   * made anew comes back by them when that fails. They never become part of a plan.
   */
  readonly revive?: (
    address: Address,
    context: KindContext,
  ) => Promise<readonly Step[] | undefined>;
  /**
   * Whether an object is only what a deletion left of it, or what came again by itself, so that nobody
   * had a hand in it since.
   */
  readonly isLeftOf?: (before: Facts, now: Facts) => boolean;
  /** Facts of lost objects that observing does not show: what has them is as it was only when it is told so. */
  readonly unshown?: readonly string[];
  /** Brings a lost object back as it was observed, or as it is declared where it says something. */
  readonly restore?: (lost: Lost, declared: Resource<Payload> | undefined) => readonly Step[];
  /** Changes the whole set in as few requests as possible; replaces create, update and remove. */
  readonly batch?: (change: BatchChange, context: KindContext) => readonly Step[];
  /** Whether that change only loosens, so that it goes last. */
  readonly batchTurn?: (change: SetChange) => "last" | "ordinary";
  /** What to send where a server refused one of its requests for how that is written. */
  readonly detour?: FindDetour;
  /**
   * What a refusal of one of its requests means and what to do, where that is known: told before what the
   * server said. It quotes neither of them.
   */
  readonly explain?: (request: WireRequest, answer: WireResponse) => string | undefined;
  /** What an answer to one of its requests is worth telling although it worked. */
  readonly remark?: (answer: WireResponse) => string | undefined;
  readonly dangers?: (change: DangerousChange) => readonly Danger[];
  /** What all changes of the kind mean together, where its objects decide over others. */
  readonly judge?: (change: SetChange) => Judgement;
  /**
   * What stands in the way of changes of this kind whatever is allowed: that the account at work
   * could not go on after them, for example. `changes` tells of any kind what is observed of it.
   */
  readonly obstacles?: (
    changes: (kind: string) => SetChange,
    context: KindContext,
  ) => Promise<readonly Obstacle[]>;
  /** Whether a change of this kind goes before everything else (a tightening) or last (a loosening). */
  readonly turn?: (
    before: Facts | undefined,
    after: Facts | undefined,
  ) => "first" | "last" | "ordinary";
}

/** What a plan deletes, whose users are looked for. */
export interface Used {
  readonly addresses: readonly Address[];
  /** What was read of an object already. */
  readonly known: (address: Address) => Live | undefined;
}

/** Where to look for objects of a kind. */
export interface ListedPlace {
  readonly workspace: string;
  /** Names that need not be looked into: objects of the kind are known under them. */
  readonly known: ReadonlySet<string>;
}

/** An update: what is declared, what is there, which facts differ, and what was last applied. */
export interface UpdateOf<Payload> {
  readonly resource: Resource<Payload>;
  readonly live: Live;
  readonly fields: readonly string[];
  /** Undefined for an object that the estate did not own. */
  readonly recorded: Facts | undefined;
  /** Whether the plan deletes an object: what goes with that needs no request of its own. */
  readonly isDeleted: (address: Address) => boolean;
}

/** A kind with its own types closed over, so that one list can hold them all. */
export type AnyKind = Kind<unknown, unknown>;

/** Puts a kind into the list. The engine hands to a kind only what that kind produced. */
export function bindKind<Spec, Payload>(kind: Kind<Spec, Payload>): AnyKind {
  return kind as unknown as AnyKind;
}
