/**
 * What some kinds can do beyond being read, made, changed and deleted: each capability is one optional object
 * of a kind, so that what belongs together is there together or not at all. Only functions that are given a `KindContext`
 * read (GET only), by themselves or as part of what they are asked about.
 */
import type { Address } from "../model/address.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Scope, ScopedEffect } from "../model/exposure.ts";
import type { DigestKind } from "../model/object-digest.ts";
import type { Unreadable } from "../wire/reading.ts";
import type { WireRequest, WireResponse } from "../wire/request.ts";
import type { Around, Declared } from "./around.ts";
import type { Cascade, Departure, DependentsInput, AffectedObject } from "./cascade.ts";
import type { BatchChange, DangerousChange, SetChange } from "./change.ts";
import type { KindContext, NameNow, ServerProfile } from "./context.ts";
import type { Danger, GuardFindings, GuardFinding } from "./danger.ts";
import type { ArtefactSet } from "./artefact.ts";
import type { FindDetour } from "./detour.ts";
import type { Facts } from "./facts.ts";
import type { FileContent, Live, Resource, Step, Temporary, Wanted } from "./resource.ts";

/** Its objects can be listed: for estates that own whole workspaces, for imports and surveys. */
export interface Listing {
  /**
   * What of the kind lies in a workspace; absent, nothing of the kind goes because nobody declares it.
   * Objects inside others of another kind are left out.
   */
  readonly inWorkspace?: (context: KindContext, place: ListedPlace) => Promise<readonly Address[]>;
  /** What of the kind lies outside of workspaces; absent where nothing does, or all of it is read anyway. */
  readonly outside?: (context: KindContext, leaveOut: LeaveOut) => Promise<readonly Address[]>;
}

/** An object as its digest is worked out: as it is declared, or without a payload as it was last applied. */
export interface Digested<Payload> extends Pick<Wanted<Payload>, "address" | "payload"> {
  readonly facts: Facts;
}

/** Servers may list digests of its objects: one that has the wanted digest need not be read (docs/compatibility.md, "Digests"). */
export interface Digests<Payload> {
  /** What servers call the kind. */
  readonly of: DigestKind;
  /** Set where their list names objects of other kinds too, so that a name in it reports nothing. */
  readonly listsOthers?: true;
  /** Files that the digest is of, by path inside the object. */
  readonly files?: (payload: Payload) => ArtefactSet;
  /** Files that objects of one scope share, listed on their own. */
  readonly shared?: (payload: Payload) => ArtefactSet;
  /**
   * The digest that the object has when it is like that; `identities` distinguish the contents of its files. Undefined
   * where not all that the digest is of is known.
   */
  readonly digest: (
    wanted: Digested<Payload>,
    identities: ReadonlyMap<string, string>,
  ) => string | undefined;
  /** The object that has that digest, with what no digest shows. */
  readonly known: (context: KindContext, wanted: Digested<Payload>) => Live | Promise<Live>;
}

/** What is reported of all declared things of the kind together. */
export interface Review<Payload> {
  /**
   * What is worth a warning in what is about to be sent, or in everything when validating. It stops
   * nothing, and what it does not know for sure it does not say.
   */
  readonly lint?: (
    resources: readonly Resource<Payload>[],
    around: Around<Payload>,
  ) => Promise<readonly Diagnostic[]>;
  /** Problems that show only when all resources of the kind are seen together. */
  readonly crossCheck?: (resources: readonly Resource<Payload>[]) => readonly Diagnostic[];
}

/** What names mean: what they can mean, what may have them, and how they change. */
export interface Names<Payload> {
  /** Its objects are the workspaces that others lie in. */
  readonly isWorkspace?: true;
  /** What goes over from an object to the one that an interrupted run made under another name, before the former goes. */
  readonly passOn?: (
    former: Address,
    now: Resource<Payload>,
    context: KindContext,
  ) => Promise<readonly Step[]>;
  /** Objects come with others and are never made alone: one that nothing brings is a problem. */
  readonly comesAlong?: true;
  /** Resolves names that can mean several objects by what else is declared. */
  readonly resolveNames?: (resource: Resource<Payload>, others: Declared) => Resource<Payload>;
  /**
   * Whether an update can give an object another name in place, with all that refers to it. Absent, or false: under
   * another name it is deleted and recreated.
   */
  readonly keepsWhenRenamed?: (address: Address) => boolean;
  /** Facts of an object that names others, once some of those have new names. */
  readonly factsNow?: (live: Live, nameNow: NameNow) => Facts;
  /** What only one object of a server may have. */
  readonly unique?: {
    /** What one of these is called. */
    readonly label: string;
    /** All that an object has, as it is declared or as it is on the server; none that others may have too. */
    readonly values: (facts: Facts, declared?: Payload) => readonly string[];
    /** Who has one of these, no matter who that belongs to; undefined on servers that let others have it. */
    readonly find: (
      context: KindContext,
      values: ReadonlySet<string>,
      known: readonly Live[],
    ) => Promise<readonly Live[] | undefined>;
  };
}

/** What is inside its objects, or is made and deleted with them. */
export interface Inside<Payload> {
  /** Objects that are in an object, or were made with it, as it is on the server now. */
  readonly contains?: (live: Live) => readonly Address[];
  /** What the server removes along with it; `declared` are the resources of the kind that stay. */
  readonly cascades?: (
    context: KindContext,
    live: Live,
    declared: readonly Resource<Payload>[],
    about?: Departure,
  ) => Promise<Cascade>;
  /**
   * What of this kind changes because of all that the deletions of a plan cascade to: by each
   * deletion, in the manner of `cascades`.
   */
  readonly dependents?: (
    context: KindContext,
    input: DependentsInput<Payload>,
  ) => Promise<readonly (Cascade & { readonly by: Address })[]>;
  /**
   * What an update removes before it changes the rest, where deleting parts of an object
   * deletes others too; what these requests cascade to is known before they are sent, as with a deletion. `hasDependents`
   * is that of `remove`.
   */
  readonly detach?: {
    /** Fields of which it takes away all that goes, so that the rest of the update only adds to them. */
    readonly fields: readonly string[];
    readonly steps: (change: UpdateOf<Payload>, hasDependents?: boolean) => readonly Step[];
    readonly cascades: (context: KindContext, change: UpdateOf<Payload>) => Promise<Cascade>;
  };
}

/** Its objects use others, which keeps a server from deleting those. */
export interface Users<Payload> {
  /** Those that use what a plan deletes, no matter who they belong to. */
  readonly find: (context: KindContext, used: Used) => Promise<readonly Live[]>;
  /** What a changed object goes on using because its manifest does not speak of it. */
  readonly kept: (live: Live, resource: Resource<Payload>) => readonly Address[];
}

/** How its objects come back after a cascade deleted them, or after a run that failed. */
export interface Recovery<Payload> {
  /**
   * Requests that make an object again as it is now, where it can be read whole: what is deleted to be
   * recreated comes back by them when that fails. They never become part of a plan.
   */
  readonly recreate?: (
    address: Address,
    context: KindContext,
  ) => Promise<readonly Step[] | undefined>;
  /**
   * Brings a deleted object back as it was observed, or as it is declared where it says something; `bringer` is the declared
   * object that it comes with now.
   */
  readonly reapply?: (
    affected: AffectedObject,
    declared: Resource<Payload> | undefined,
    bringer?: Resource,
  ) => readonly Step[];
  /** What of an object comes back with what it is brought by now; all of it when absent. */
  readonly comesBack?: (
    affected: AffectedObject,
    declared: Resource<Payload> | undefined,
    bringer: Resource | undefined,
  ) => Pick<AffectedObject, "facts" | "carried">;
  /**
   * Whether an object is only what a deletion left of it, or what came again by itself, so that nobody
   * had a hand in it since.
   */
  readonly isLeftOf?: (before: Facts, now: Facts) => boolean;
  /** Facts of affected objects that observing does not show: what has them is as it was only when it is said so. */
  readonly unshown?: readonly string[];
  /** Facts of what comes with an object that the requests which create it can say again. */
  readonly carries?: readonly string[];
}

/** All its objects together are one set: changed as a whole, instead of by create, update and remove. */
export interface ObjectSet {
  /** The name in addresses of what a manifest calls so: spellings of one name are one object. */
  readonly nameOf: (written: string) => string;
  /** Changes the whole set in as few requests as possible. */
  readonly apply: (change: BatchChange, server: ServerProfile) => readonly Step[];
  /** What a change shows and hides, part by part. */
  readonly effects: (change: SetChange) => readonly ScopedEffect[];
  /**
   * The set between the two of a change: all that it hides is hidden, and nothing that it shows is shown. Absent where there is
   * none.
   */
  readonly between?: (change: SetChange) => ReadonlyMap<string, Facts>;
  /** Whether servers may delete an object with another one, by whose name it goes. */
  readonly goesWith?: (name: string, other: Address) => boolean;
  /** Whether an object is like those that are made for the time of a plan: nobody loses anything by its removal. */
  readonly isTemporary?: (object: Pick<Live, "address" | "facts">) => boolean;
}

/** What its changes mean for who may see, write and administer what. */
export interface AccessEffects<Payload = unknown> {
  /** One shows something by being there. */
  readonly exposes?: true;
  /** Whether a change goes before everything else, or last, for another reason than who sees what. */
  readonly turn?: (
    before: Facts | undefined,
    after: Facts | undefined,
  ) => "first" | "last" | "ordinary";
  /** What the fields of an object decide over; the layer of its name when absent. */
  readonly scope?: (address: Address, facts: Facts) => Scope;
  /** What hides an object from before it is made until it is as declared, where a server shows it in between. */
  readonly meanwhile?: (
    resource: Resource<Payload>,
    context: KindContext,
    from?: Address,
    carried?: Facts,
  ) => Promise<readonly Temporary[]>;
  /**
   * What a change in place shows and hides, where that is more than what the exposures of its fields say of its scope. `fields`
   * are those that change.
   */
  readonly effects?: (
    change: Readonly<Record<"before" | "after", Facts>> & {
      readonly address: Address;
      readonly fields: readonly string[];
    },
  ) => readonly ScopedEffect[];
  readonly dangers?: (change: DangerousChange) => readonly Danger[];
  /** What all changes of the kind mean together, where its objects decide over others. */
  readonly guard?: (change: SetChange, server: ServerProfile) => GuardFindings;
  /**
   * What stops changes of this kind whatever is allowed: that the account at work
   * could not go on after them, for example. `changes` shows of any kind what is observed of it.
   */
  readonly hardGuard?: (
    changes: (kind: string) => SetChange,
    context: KindContext,
  ) => Promise<readonly GuardFinding[]>;
}

/** Where a change of its objects is seen, and how they use others, for those who review a plan. */
export interface Reach {
  /** Services that show its objects, or what is made from them. */
  readonly services: readonly string[];
  /** Its objects are copies of what others show: they go stale when that changes. */
  readonly isCopy?: true;
  /**
   * How one of its objects uses another; `changed` is what the change began with. Undefined where that change is not
   * seen in it; absent where every object that requires another shows it.
   */
  readonly uses?: (
    object: Pick<Live, "address" | "facts">,
    about: { readonly used: Address; readonly changed: Address },
  ) => Use | undefined;
}

/** How an object uses another one. */
export interface Use {
  /** In words to follow its address; undefined where there is nothing to add. */
  readonly how: string | undefined;
  /** Only copies of it show that too, and nothing else that uses it. */
  readonly ends?: true;
}

/** Some of its files can be of several languages, of which the endings of their paths tell: those of one name stand for each other. */
export interface Languages {
  /** Whether a file of this path is one of them. */
  readonly has: (path: string) => boolean;
  /**
   * What a file says, in the one language in which such files are compared in words. What only one language says is
   * as in the `other` file. Undefined where it cannot be read.
   */
  readonly inOne: (file: FileContent, other: FileContent) => Promise<FileContent | undefined>;
}

/** What is known of a server's answers to its requests. */
export interface Answers {
  /** What to send where a server refused one of them for how that is written. */
  readonly detour?: FindDetour;
  /**
   * What a refusal of one of them means and what to do, where that is known: reported before what the
   * server said. It quotes neither of them.
   */
  readonly explain?: (request: WireRequest, answer: WireResponse) => string | undefined;
  /** Why a server most likely does not keep what it took with success, and what to do. */
  readonly unkept?: (change: UnkeptChange) => string | undefined;
  /** What an answer to one of them is worth reporting although it worked. */
  readonly note?: (answer: WireResponse) => string | undefined;
}

/** A change that is still to be made after it was sent; `failed` says that one of its requests was refused. */
export interface UnkeptChange extends Pick<DangerousChange, "before" | "after"> {
  readonly action: string;
  readonly failed: boolean;
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
  /** Takes what is listed and cannot be looked into, so that nobody knows whose it is. */
  readonly leaveOut: LeaveOut;
}

/** Takes what cannot be read. */
export type LeaveOut = (address: Address, error: Unreadable) => void;

/** An update: what is declared, what is there, which facts differ, and what was last applied. */
export interface UpdateOf<Payload> {
  readonly resource: Resource<Payload>;
  readonly live: Live;
  readonly fields: readonly string[];
  /** The name that it has until the update, where that is another one. */
  readonly formerly?: Address | undefined;
  /** Undefined for an object that the estate did not own. */
  readonly recorded: Facts | undefined;
  /** Whether the plan deletes an object: what is deleted with that needs no request of its own. */
  readonly isDeleted: (address: Address) => boolean;
}
