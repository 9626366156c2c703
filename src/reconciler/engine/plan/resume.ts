/**
 * Losses by the cascades of an interrupted run. The next plan restores them unless they have
 * changed since. Pure.
 */
import type { Address } from "../../../model/address.ts";
import { addressesOf, type AddressMap } from "../../../model/address-map.ts";
import {
  sameFact,
  type AnyKind,
  type Facts,
  type FactValue,
  type Live,
  type CascadeEffect,
  type AffectedObject,
  type Resource,
} from "../../kind.ts";
import { actionsOf, GOING, effectsByAddress, type Action } from "./plan.ts";
import type { Cascaded } from "./stages.ts";

type ResumeInput = Omit<Cascaded, "resumes" | "temporaries">;

/**
 * Open effects: `resumes` restores an earlier run's losses, `effects` shows the objects as before
 * that run. Deleted or recreated objects and declared set members are handled by their own
 * changes. Other objects are restored as declared, and as recorded where the manifest is silent,
 * unless a requirement is unwanted.
 */
export function findUnrestored(input: ResumeInput): Pick<Cascaded, "resumes" | "effects"> {
  const { kinds, journal, live, resources, holders } = input;
  if (journal.length === 0) return { resumes: [], effects: input.effects };
  // With pruning off, a missing object counts as kept, not forgotten.
  const actions = actionsOf(
    input.changes.filter(
      ({ action }) => action !== "none" && !(action === "forget" && input.prune === "none"),
    ),
  );
  const affected = addressesOf(journal.map(({ live: gone }) => gone));
  const isThere = (address: Address) => {
    const comes = resources.has(address) || holders.has(address) || affected.has(address);
    return comes || (live.has(address) && !GOING.has(actions.get(address) ?? "none"));
  };
  const open = journal.flatMap((effect) => {
    const kind = kinds.get(effect.live.address.kind);
    const action = actions.get(effect.live.address);
    // A merely forgotten object is restored for its other owner.
    const isLookedAfter =
      action === "delete" ||
      action === "replace" ||
      (resources.has(effect.live.address) && kind?.set !== undefined);
    if (isLookedAfter || !effect.live.requires.every(isThere)) return [];
    if (!isBrought(input, kind, effect.live)) return [];
    return stillOpen(kind, effect, live.get(effect.live.address)) ?? [];
  });
  const earlierEffects = effectsByAddress(open);
  const own = addressesOf(input.effects.map(({ live: gone }) => gone));
  const resumes = open
    .filter((effect) => !own.has(effect.live.address))
    .map((effect) => carriedByCreate(input, actions, effect));
  return {
    resumes,
    effects: [
      ...input.effects.map(({ live: { remains, ...now }, by }) => {
        const earlier: AffectedObject = earlierEffects.get(now.address)?.live ?? now;
        const { remains: _earlier, ...before } = carriedAs(now, earlier);
        return { live: remains === undefined ? before : { ...before, remains }, by };
      }),
      ...resumes,
    ],
  };
}

/** Removes facts that the plan's own requests carry. */
function carriedAs({ carried = {} }: AffectedObject, earlier: AffectedObject): AffectedObject {
  const isCarried = ([name, fact]: readonly [string, FactValue]) =>
    carried[name] !== undefined && sameFact(carried[name], fact);
  const facts = Object.entries(earlier.facts);
  if (!facts.some(isCarried)) return earlier;
  return {
    ...earlier,
    facts: Object.fromEntries(facts.filter((one) => !isCarried(one))),
    carried: { ...earlier.carried, ...Object.fromEntries(facts.filter(isCarried)) },
  };
}

/** Facts that the bringer's create request sets, so they need no restore. */
function carriedByCreate(
  { kinds, holders, resources }: ResumeInput,
  actions: AddressMap<Action>,
  { live, by }: CascadeEffect,
): CascadeEffect {
  const bringer = holders.get(live.address);
  if (bringer === undefined || actions.get(bringer.address) !== "create") return { live, by };
  const names = kinds.get(bringer.address.kind)?.recovery?.carries ?? [];
  const comesBack = kinds.get(live.address.kind)?.recovery?.comesBack;
  const { facts } = comesBack?.(live, resources.get(live.address), bringer) ?? live;
  const said = Object.entries(facts).filter(([name]) => names.includes(name));
  return { live: carriedAs({ ...live, carried: Object.fromEntries(said) }, live), by };
}

export function carriedFactsOf(
  { brings = [] }: Resource,
  resumes: AddressMap<CascadeEffect>,
): Facts | undefined {
  return brings
    .map((address) => resumes.get(address)?.live.carried)
    .find((one) => one !== undefined);
}

/** A declared bringer may bring other objects now. */
function isBrought(
  { resources }: ResumeInput,
  kind: AnyKind | undefined,
  { address, requires }: Live,
): boolean {
  if (kind?.names?.comesAlong !== true && kind?.reach?.isCopy !== true) return true;
  const bringers = requires.flatMap((one) => resources.get(one)?.brings ?? []);
  const isOwn = ({ workspace, name }: Address) =>
    workspace === address.workspace && name === address.name;
  return bringers.length === 0 || bringers.some(isOwn);
}

/** The effect, where the object is missing or only its remainder exists. */
export function stillOpen(
  kind: AnyKind | undefined,
  { live, by }: CascadeEffect,
  now: Live | undefined,
): CascadeEffect | undefined {
  const { remains: _then, ...affected } = live;
  if (now === undefined) return { live: affected, by };
  const fields = Object.keys(kind?.fields ?? {});
  const wanted = (field: string) => affected.facts[field];
  const isShown = !(kind?.recovery?.unshown ?? []).some((field) => wanted(field) !== undefined);
  const isAsBefore = fields.every(
    (field) => wanted(field) === undefined || sameFact(now.facts[field], wanted(field)),
  );
  if (isShown && isAsBefore) return undefined;
  return isLeftOf(kind, live, now) ? { live: { ...affected, remains: now.facts }, by } : undefined;
}

function isLeftOf(
  kind: AnyKind | undefined,
  { facts, remains = {} }: AffectedObject,
  now: Live,
): boolean {
  // Sets can need several requests, so a member can be half restored.
  if (kind?.set !== undefined)
    return Object.keys(kind.fields).every((field) => sameFact(now.facts[field], remains[field]));
  return kind?.recovery?.isUnrestored?.(facts, now.facts) ?? false;
}
