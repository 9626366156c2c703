/**
 * Types of a plan: an ordered, serialisable list of requests with the changes they make and the
 * reasons for them. No function, no secret, no connection is in a plan.
 */
import type { Address } from "../../../model/address.ts";
import {
  addressMap,
  addressSet,
  type AddressMap,
  type FillingAddressMap,
} from "../../../model/address-map.ts";
import type { Diagnostic, Position } from "../../../model/diagnostic.ts";
import type { Box } from "../../../model/geometry.ts";
import type { PlanDigests } from "../../../model/plan-digests.ts";
import type { ScaleRange } from "../../../wire/difference.ts";
import type {
  DangerName,
  Facts,
  FactValue,
  Lifecycle,
  Live,
  CascadeEffect,
  Resource,
  ServerProfile,
  Step,
  Temporary,
  UnlikeFile,
  UpdateOf,
} from "../../kind.ts";

/** What happens to one address. */
export type Action = "none" | "create" | "update" | "replace" | "delete" | "forget";

/** A fact that differs; undefined when the server does not show it or it will be gone. */
export interface FieldChange {
  readonly field: string;
  readonly label: string;
  readonly before: FactValue | undefined;
  readonly after: FactValue | undefined;
  /** What was last applied, where the server does not show it. */
  readonly recorded?: FactValue;
}

/** What becomes of other objects with one. */
export interface Reached {
  /** Objects that show it, nearest first, without those that come with it. */
  readonly users: readonly ReachedUser[];
  /** Copies that are of before it. */
  readonly stale: readonly Address[];
  readonly services: readonly string[];
  /** Scales at which something differs; undefined for all of them, or where nobody knows. */
  readonly scales: ScaleRange | undefined;
}

/** An object that shows another. */
export interface ReachedUser {
  readonly address: Address;
  /** How it uses what is before it on the way, where there are several ways. */
  readonly how: string | undefined;
  /** What is before it on the way; undefined where it uses the changed object itself. */
  readonly through: Address | undefined;
}

/** What changes for one address, and what is deleted and restored with it. */
export interface Change {
  readonly address: Address;
  readonly action: Action;
  /** The address it had until then: the update renames it. */
  readonly formerly: Address | undefined;
  /** True when the object was there before and not ours. */
  readonly adopts: boolean;
  /** The other estate that owns the object: the change transfers it. */
  readonly owner: string | undefined;
  /** True for the deletion of what the estate never made: it lies in the scope that it prunes. */
  readonly unowned: boolean;
  readonly fields: readonly FieldChange[];
  /** What differs inside the files of fields among them. */
  readonly unlike: readonly UnlikeFile[];
  readonly before: Facts | undefined;
  readonly after: Facts | undefined;
  /** Where it is declared. */
  readonly where: Position | undefined;
  /** Why, where the action does not say it: a manifest that owns a whole scope, for example. */
  readonly because: string | undefined;
  readonly alsoDeletes: readonly Address[];
  readonly comesBack: readonly Address[];
  readonly cannotComeBack: readonly string[];
  /** The deletion of another object deletes this one too; its removal needs no request. */
  readonly deletedWith: Address | undefined;
  /** What shows the change, where that is known. */
  readonly reach?: Reached | undefined;
  /** As its manifest says it, or said it when it was applied last. */
  readonly lifecycle?: Lifecycle | undefined;
}

/** Something declared that the plan skips, although it is not as declared. */
export interface SkippedObject {
  readonly address: Address;
  /** Only observed; to be recreated by hand; not to be read; skipped by the caller; or waiting for one of those. */
  readonly reason: "observed" | "by-hand" | "unreadable" | "held" | "waits";
  /** The same in words, to follow the address. */
  readonly text: string;
  readonly fields: readonly FieldChange[];
  readonly unlike?: readonly UnlikeFile[];
  /** Undefined where no manifest declares it any more. */
  readonly where: Position | undefined;
}

/** A secret of a declared object that is not given where the plan is made. */
export interface SecretNotGiven {
  readonly address: Address;
  /** What of the object it is. */
  readonly what: string;
  /** Why it is not given, as a sentence without its end. */
  readonly reason: string;
  /** Whether a request of the plan holds it; else it is only not compared. */
  readonly isNeeded: boolean;
  readonly where: Position;
}

/** A change of which nothing is said but what is given. */
export function change(address: Address, action: Action, more: Partial<Change> = {}): Change {
  // Ten thousand that change nothing share what they all lack.
  return {
    address,
    action,
    formerly: undefined,
    adopts: false,
    owner: undefined,
    unowned: false,
    fields: NONE,
    unlike: NONE,
    before: undefined,
    after: undefined,
    where: undefined,
    because: undefined,
    alsoDeletes: NONE,
    comesBack: NONE,
    cannotComeBack: NONE,
    deletedWith: undefined,
    lifecycle: undefined,
    ...more,
  };
}

const NONE: readonly never[] = [];

/** One request in the order of execution. */
export interface PlannedStep extends Step {
  /** Whom the request serves. */
  readonly addresses: readonly Address[];
  /** Indexes of steps without which this one must not run. */
  readonly after: readonly number[];
  /** Steps of one number may be under way together; every earlier number has ended before. */
  readonly wave: number;
  /** What this request, a deletion, cascades to although it stays wanted. */
  readonly effects: readonly CascadeEffect[];
  /**
   * What is so once this request is done, where it is the last one for its objects: they are gone, or
   * they are as they are wanted.
   */
  readonly leaves?: "gone" | "as-wanted";
  /** Whether its objects are read once more before it is sent: they must be as the plan found them. */
  readonly isRechecked?: true;
}

/** What stops a plan from being applied, until it is accepted by name or cleared away. */
export interface Block {
  /** The danger that lifts it; undefined when only other circumstances do. */
  readonly name: DangerName | undefined;
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** The objects that it is about; absent where it is about the plan as a whole. */
  readonly about?: readonly Address[];
  /** The figures, where there are too many. */
  readonly excess?: Excess;
}

/** More changes of a sort than one plan may make. */
export interface Excess {
  readonly action: "update" | "delete" | "replace";
  /** Name of the kind; undefined where all kinds are counted together, by `total` what the estate owns. */
  readonly kind: string | undefined;
  /** Workspace; null for objects outside of workspaces, undefined where all are counted together. */
  readonly scope: string | null | undefined;
  readonly count: number;
  /** Objects that the plan knows to exist; undefined where no share is taken. */
  readonly total: number | undefined;
  /** The largest number that goes through. */
  readonly limit: number;
}

/** Something inside of an object that the plan takes out of it, and the box around it. */
export interface GoingFootprint {
  readonly address: Address;
  /** As a fact of the object names it. */
  readonly name: string;
  /** In the units of the object. */
  readonly box: Box;
}

/** Counts by action, and the number of writing requests. */
export interface PlanSummary {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  readonly forget: number;
  readonly unchanged: number;
  readonly adopt: number;
  readonly orphans: number;
  readonly requests: number;
}

/** The part of an estate that a plan is about, and what came along with it. */
export interface SelectionOfPlan {
  /** As they were given: patterns, labels as `a=1,b=2`, and paths relative to the project file. */
  readonly only: readonly string[];
  readonly exclude: readonly string[];
  readonly labels: readonly string[];
  readonly paths: readonly string[];
  /** How many objects are selected, of how many that are declared, owned or in the scope. */
  readonly objects: number;
  readonly of: number;
  /** What selected objects need and the server lacks. */
  readonly along: readonly { readonly address: Address; readonly neededBy: Address }[];
}

/** A plan. */
export interface Plan extends PlanDigests {
  readonly estate: string;
  readonly server: ServerProfile;
  /** Undefined for a plan over the whole estate. */
  readonly selection?: SelectionOfPlan | undefined;
  readonly changes: readonly Change[];
  /** Owned objects that are no longer declared and stay, because pruning is off. */
  readonly orphans: readonly Address[];
  readonly skipped: readonly SkippedObject[];
  readonly secretsNotGiven: readonly SecretNotGiven[];
  /** What the cascades of a run that was cut off deleted, and the plan brings back. */
  readonly resumes: readonly CascadeEffect[];
  readonly steps: readonly PlannedStep[];
  /** What is there only while the plan runs, and what an earlier run left of that. */
  readonly temporaries: readonly Temporary[];
  /** Where lies what changes take out of objects, as far as the server shows it. */
  readonly footprints: readonly GoingFootprint[];
  /** What the changes mean beyond themselves, as sentences without their ends. */
  readonly consequences: readonly string[];
  /** With any of them nothing is applied. */
  readonly blocks: readonly Block[];
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: PlanSummary;
  /** Digest of the live state the plan was made from. */
  readonly fingerprint: string;
}

/** What differs inside the files of the fields that differ. */
export function unlikeIn(
  live: Live | undefined,
  fields: readonly FieldChange[],
): readonly UnlikeFile[] {
  if (live?.unlike === undefined) return NONE;
  const names = new Set(fields.map(({ field }) => field));
  return live.unlike.filter(({ field }) => names.has(field));
}

/** What happens to objects. */
export function actionsOf(changes: readonly Change[]): AddressMap<Action> {
  return addressMap(changes.map(({ address, action }) => [address, action] as const));
}

/** What goes with a change and does not come back. */
export function lostWith({ alsoDeletes, comesBack }: Change): readonly Address[] {
  if (alsoDeletes.length === 0 || comesBack.length === 0) return alsoDeletes;
  const back = addressSet(comesBack);
  return alsoDeletes.filter((address) => !back.has(address));
}

/** Actions after which an object is not there, or not the estate's, or another one in its place. */
export const GOING: ReadonlySet<Action> = new Set(["delete", "replace", "forget"]);

/** Lost objects by their addresses. */
export function effectsByAddress(
  effects: readonly CascadeEffect[],
): FillingAddressMap<CascadeEffect> {
  return addressMap(effects.map((effect) => [effect.live.address, effect] as const));
}

/** A change as the kind is asked about it; undefined when one of its sides is not there. */
export function updateOf(
  { address, fields, formerly }: Change,
  about: {
    readonly resources: AddressMap<Resource>;
    readonly live: AddressMap<Live>;
    readonly owned: AddressMap<Facts>;
  },
  changeOf: (address: Address) => Change | undefined,
): UpdateOf<unknown> | undefined {
  const [resource, live] = [about.resources.get(address), about.live.get(address)];
  if (resource === undefined || live === undefined) return undefined;
  const names = fields.map(({ field }) => field);
  const isDeleted = (one: Address) => changeOf(one)?.action === "delete";
  const recorded = about.owned.get(address);
  return { resource, live, fields: names, formerly, recorded, isDeleted };
}

/** How a danger is accepted. */
export function acceptance(name: DangerName): string {
  return `Accept it with --allow ${name}, or with allow: [${name}] in the project file.`;
}

/** Whether there is anything to do to the catalog. */
export function hasChanges(plan: Plan): boolean {
  return plan.steps.length > 0;
}
