/**
 * Types of a plan: ordered, serialisable requests with their changes and reasons. A plan holds no
 * functions, secrets or connections.
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
  Danger,
} from "../../kind.ts";

/** What happens to one address. */
export type Action = "none" | "create" | "update" | "replace" | "delete" | "forget";

/** A differing fact; undefined when the server does not show it or it will be deleted. */
export interface FieldChange {
  readonly field: string;
  readonly label: string;
  readonly before: FactValue | undefined;
  readonly after: FactValue | undefined;
  /** The value last applied, where the server does not show it. */
  readonly recorded?: FactValue;
}

/** How a change affects other objects. */
export interface Reached {
  /** Objects that show it, nearest first, without those that come with it. */
  readonly users: readonly ReachedUser[];
  readonly stale: readonly Address[];
  readonly services: readonly string[];
  /** Scales at which something differs; undefined for all, or where unknown. */
  readonly scales: ScaleRange | undefined;
}

/** An object that shows another. */
export interface ReachedUser {
  readonly address: Address;
  /** How it uses the previous object of the path, where several ways exist. */
  readonly how: string | undefined;
  /** The previous object of the path; undefined for the changed object itself. */
  readonly through: Address | undefined;
}

/** The change of one address. */
export interface Change {
  readonly address: Address;
  readonly action: Action;
  /** Set where the update renames the object. */
  readonly formerly: Address | undefined;
  /** The object exists and was not owned. */
  readonly adopts: boolean;
  /** The other estate that owns the object: the change takes it over. */
  readonly owner: string | undefined;
  /** Deletes an object that the estate never made, in the scope that it prunes. */
  readonly unowned: boolean;
  readonly fields: readonly FieldChange[];
  /** Differences inside the files of those fields. */
  readonly unlike: readonly UnlikeFile[];
  readonly before: Facts | undefined;
  readonly after: Facts | undefined;
  readonly where: Position | undefined;
  /** The reason, where the action does not imply it. */
  readonly because: string | undefined;
  readonly alsoDeletes: readonly Address[];
  readonly comesBack: readonly Address[];
  readonly cannotComeBack: readonly string[];
  /** The deletion of this object deletes this one too, without a request. */
  readonly deletedWith: Address | undefined;
  readonly reach?: Reached | undefined;
  /** From the manifest, or as last applied. */
  readonly lifecycle?: Lifecycle | undefined;
}

/** A declared object that the plan skips although it differs. */
export interface SkippedObject {
  readonly address: Address;
  /**
   * Observed; to be recreated by hand; unreadable; skipped by the caller; waiting for one of those.
   */
  readonly reason: "observed" | "by-hand" | "unreadable" | "held" | "waits";
  /** The reason in words, to follow the address. */
  readonly text: string;
  readonly fields: readonly FieldChange[];
  readonly unlike?: readonly UnlikeFile[];
  /** Undefined where no manifest declares it. */
  readonly where: Position | undefined;
}

/** A secret that is not available to this plan. */
export interface SecretNotGiven {
  readonly address: Address;
  readonly what: string;
  /** A sentence without its full stop. */
  readonly reason: string;
  /** Whether a request needs it; otherwise it is only not compared. */
  readonly isNeeded: boolean;
  readonly where: Position;
}

/** A change with default values. */
export function change(address: Address, action: Action, more: Partial<Change> = {}): Change {
  // Unchanged objects share the empty list to save memory.
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

/** The reason of a recreation that nothing but the command line asks for. */
export const REPLACE_ASKED = "--replace asks for it";

/** One request, in the order of execution. */
export interface PlannedStep extends Step {
  readonly addresses: readonly Address[];
  /** Indexes of steps that must succeed before this one. */
  readonly after: readonly number[];
  /** Steps of one wave may run concurrently, after all earlier waves. */
  readonly wave: number;
  /** Objects that this deletion cascades to and the plan restores. */
  readonly effects: readonly CascadeEffect[];
  /** The state of its objects after this request, if it is their last. */
  readonly leaves?: "gone" | "as-wanted";
  /** Its objects are read before it is sent: they must be as planned. */
  readonly isRechecked?: true;
}

/** Stops an apply until it is allowed by name or resolved. */
export interface Block {
  /** Undefined when it cannot be allowed. */
  readonly name: DangerName | undefined;
  readonly message: string;
  readonly hint: string;
  /** Absent for the plan as a whole. */
  readonly about?: readonly Address[];
  readonly excess?: Excess;
}

/** An exceeded change limit. */
export interface Excess {
  readonly action: "update" | "delete" | "replace";
  /** Undefined for all kinds together; `total` then counts the owned objects. */
  readonly kind: string | undefined;
  /** Null for objects outside of workspaces, undefined for all together. */
  readonly scope: string | null | undefined;
  readonly count: number;
  /** Existing objects, as far as known; undefined where no share is computed. */
  readonly total: number | undefined;
  readonly limit: number;
}

/** The bounding box of content that the plan removes from an object. */
export interface GoingFootprint {
  readonly address: Address;
  /** As in the object's facts. */
  readonly name: string;
  /** In the units of the object. */
  readonly box: Box;
}

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

/** The selected part of an estate. */
export interface SelectionOfPlan {
  /** As given: patterns, labels as `a=1,b=2`, and paths relative to the project file. */
  readonly only: readonly string[];
  readonly exclude: readonly string[];
  readonly labels: readonly string[];
  readonly paths: readonly string[];
  /** Selected objects, out of all that are declared, owned or in the scope. */
  readonly objects: number;
  readonly of: number;
  /** Missing requirements of selected objects. */
  readonly along: readonly { readonly address: Address; readonly neededBy: Address }[];
}

/** A plan. */
export interface Plan extends PlanDigests {
  readonly estate: string;
  readonly server: ServerProfile;
  /** Undefined for a plan over the whole estate. */
  readonly selection?: SelectionOfPlan | undefined;
  readonly changes: readonly Change[];
  /** Owned, undeclared objects that stay because pruning is off. */
  readonly orphans: readonly Address[];
  readonly skipped: readonly SkippedObject[];
  readonly secretsNotGiven: readonly SecretNotGiven[];
  /** Losses of an interrupted run that the plan restores. */
  readonly resumes: readonly CascadeEffect[];
  readonly steps: readonly PlannedStep[];
  /** Temporary objects of this plan and of an interrupted run. */
  readonly temporaries: readonly Temporary[];
  /** As far as the server shows them. */
  readonly footprints: readonly GoingFootprint[];
  /** Sentences without full stops. */
  readonly consequences: readonly string[];
  /** Any block prevents an apply. */
  readonly blocks: readonly Block[];
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: PlanSummary;
  /** Digest of the observed live state. */
  readonly fingerprint: string;
}

/** Differences inside the files of these fields. */
export function unlikeIn(
  live: Live | undefined,
  fields: readonly FieldChange[],
): readonly UnlikeFile[] {
  if (live?.unlike === undefined) return NONE;
  const names = new Set(fields.map(({ field }) => field));
  return live.unlike.filter(({ field }) => names.has(field));
}

export function actionsOf(changes: readonly Change[]): AddressMap<Action> {
  return addressMap(changes.map(({ address, action }) => [address, action] as const));
}

/** Whether requests or another object's deletion change it: it is neither left nor only forgotten. */
export function isTouched({ action }: Pick<Change, "action">): boolean {
  return action !== "none" && action !== "forget";
}

/** What is deleted with a change and not restored. */
export function lostWith({ alsoDeletes, comesBack }: Change): readonly Address[] {
  if (alsoDeletes.length === 0 || comesBack.length === 0) return alsoDeletes;
  const back = addressSet(comesBack);
  return alsoDeletes.filter((address) => !back.has(address));
}

export const GOING: ReadonlySet<Action> = new Set(["delete", "replace", "forget"]);

export function effectsByAddress(
  effects: readonly CascadeEffect[],
): FillingAddressMap<CascadeEffect> {
  return addressMap(effects.map((effect) => [effect.live.address, effect] as const));
}

/** Undefined unless the object is both declared and live. */
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

export function acceptance(name: DangerName): string {
  return `Accept it with --allow ${name}, or with allow: [${name}] in the project file.`;
}

/** A block that no allowance lifts. */
export function stop(message: string, hint: string, ...about: readonly Address[]): Block {
  return { name: undefined, message, hint, about };
}

/** Whether the plan writes to the catalog. */
export function hasChanges(plan: Plan): boolean {
  return plan.steps.length > 0;
}

/** `about` are the changed objects that cause the danger. */
export function asBlock({ name, message }: Danger, about: readonly Address[] = []): Block {
  return { name, message, hint: acceptance(name), ...(about.length === 0 ? {} : { about }) };
}
