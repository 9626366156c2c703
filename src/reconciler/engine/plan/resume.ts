/**
 * What the cascades of a run that was cut off deleted and it never brought back. It comes back with the next plan,
 * unless something else became of it meanwhile. Pure.
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

/** What finding it needs: what the journal says, and what the plan's own deletions cascade to. */
type ResumeInput = Pick<
  Cascaded,
  "kinds" | "journal" | "live" | "changes" | "resources" | "holders" | "effects" | "prune"
>;

/**
 * What comes back: what an earlier run deleted; and with the effects of the plan itself, as they were before the earlier run
 * where that took of them too.
 */
type Resumed = Pick<Cascaded, "resumes" | "effects">;

/**
 * Effects that are still open. The estate's own rules, and what goes, are looked after by their own
 * changes; anything else that is declared comes back as it is declared, with what its manifest leaves
 * open. What needs something that nobody wants any more stays away.
 */
export function findUnrestored(input: ResumeInput): Resumed {
  const { kinds, journal, live, resources, holders } = input;
  if (journal.length === 0) return { resumes: [], effects: input.effects };
  const actions = madeOf(input);
  const affected = addressesOf(journal.map(({ live: gone }) => gone));
  const isThere = (address: Address) => {
    const comes = resources.has(address) || holders.has(address) || affected.has(address);
    return comes || (live.has(address) && !GOING.has(actions.get(address) ?? "none"));
  };
  const open = journal.flatMap((effect) => {
    const kind = kinds.get(effect.live.address.kind);
    const action = actions.get(effect.live.address);
    // What is only owned no more comes back for whoever set it.
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
    .map((effect) => saidAgain(input, actions, effect));
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

/** What a journal says of an object, without what the requests of the plan itself carry along as it says. */
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

/** What the requests say again that create what an object comes with: it is there with it, not afterwards. */
function saidAgain(
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

/** The same by the object that is created. */
export function saidBy(
  { brings = [] }: Resource,
  resumes: AddressMap<CascadeEffect>,
): Facts | undefined {
  return brings
    .map((address) => resumes.get(address)?.live.carried)
    .find((one) => one !== undefined);
}

/** Whether what comes with another object, or is a copy of that, still does: a declared one may bring others now. */
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

/** What happens to objects; what is forgotten because it is not there is kept where nothing is pruned. */
function madeOf({ changes, prune }: ResumeInput): AddressMap<Action> {
  const real = changes.filter(
    ({ action }) => action !== "none" && !(action === "forget" && prune === "none"),
  );
  return actionsOf(real);
}

/** An effect as it is now, when it is still missing, or what is there is only what was left of it. */
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
  // What comes back in several requests may be half-way.
  if (kind?.set !== undefined)
    return Object.keys(kind.fields).every((field) => sameFact(now.facts[field], remains[field]));
  return kind?.recovery?.isLeftOf?.(facts, now.facts) ?? false;
}
