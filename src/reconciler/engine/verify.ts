/** After an apply: does the server now hold what was wanted? Reads only what was touched. */
import { formatAddress, type Address } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Facts, FactValue } from "../kind.ts";
import type { StepReport } from "./execute.ts";
import { sameFact } from "./diff.ts";
import { findNotGivenBack } from "./given-back.ts";
import { findHolders } from "./holders.ts";
import { makePlan, type PlanInput } from "./make-plan.ts";
import type { Action, Plan } from "./plan.ts";
import { openReadBack } from "./read-back.ts";

/**
 * What still differs, as diagnostics; none when the apply converged. Nothing is said of an object for
 * which a request was not tried.
 */
export async function verify(
  input: PlanInput,
  plan: Plan,
  reports: readonly StepReport[],
): Promise<readonly Diagnostic[]> {
  const applied = asTried(plan, reports);
  if (applied.steps.length === 0) return [];
  const touched = new Set(applied.steps.flatMap(({ addresses }) => addresses.map(formatAddress)));
  const kindsTouched = new Set(
    applied.steps.flatMap(({ addresses }) => addresses.map(({ kind }) => kind)),
  );
  const planned = new Set(plan.changes.map(({ address }) => formatAddress(address)));
  const isPlanned = ({ address }: { readonly address: Address }) =>
    input.part === undefined || planned.has(formatAddress(address));
  const sweeps = input.sweeps.filter(({ kind }) => kindsTouched.has(kind));
  // A sweep judges its whole scope, so everything that is declared in it has to be known.
  const swept = new Set(sweeps.map(({ kind }) => kind));
  const resources = input.resources.filter(
    ({ address }) => swept.has(address.kind) || touched.has(formatAddress(address)),
  );
  // What was deleted may be there again, as a part of another object.
  const held = findHolders(input.resources);
  const deleted = applied.changes.filter(
    ({ action, address }) => action === "delete" && !held.has(formatAddress(address)),
  );
  // What the server does not show cannot be verified: what was sent stands in for it.
  const objects = new Map([
    ...deleted.map(
      ({ address, before }) => [formatAddress(address), { facts: before ?? {} }] as const,
    ),
    ...resources.map(({ address, facts }) => [formatAddress(address), { facts }] as const),
  ]);
  const again = await makePlan({
    ...input,
    resources,
    sweeps,
    inventory: { estate: input.estate, objects },
    owners: new Map(),
    prune: "owned",
    part: undefined,
  });
  const unlike = again.changes
    .filter((one) => one.action !== "none" && one.action !== "forget" && isPlanned(one))
    .map(({ address, action, fields }) => {
      const what = fields.map(({ label }) => label).join(", ");
      const message = `${formatAddress(address)} would still need: ${action}${what === "" ? "" : ` (${what})`}`;
      const hint = "Plan again to see it; if it stays, the server does not keep what it was sent.";
      return {
        code: "did-not-converge",
        severity: "error",
        message,
        hint,
        address: formatAddress(address),
      } as const;
    });
  const told = new Set<string | undefined>(unlike.map(({ address }) => address));
  const missing = await notBack(input, { plan, applied });
  const beyond = await beyondFacts(input, plan, reports);
  for (const one of missing) told.add(one.address);
  return [
    ...unlike,
    ...missing.filter(({ address }) => !unlike.some((one) => one.address === address)),
    ...beyond.filter(({ address }) => !told.has(address)),
  ];
}

/** What requests gave back beyond facts, and took away again. */
function beyondFacts(
  { kinds, context, resources }: PlanInput,
  plan: Plan,
  reports: readonly StepReport[],
): Promise<readonly Diagnostic[]> {
  const done = reports.filter(({ outcome }) => outcome === "done").map(({ step }) => step);
  const declared = new Map(resources.map((one) => [formatAddress(one.address), one]));
  const { observe } = openReadBack({ plan, kinds, context, resources: declared });
  return findNotGivenBack({ kinds, context, done, declared: new Set(declared.keys()), observe });
}

const GOING: ReadonlySet<Action> = new Set(["delete", "replace", "forget"]);

/** What deletions took along and was not given back, though every request for it was answered with success. */
async function notBack(
  { kinds, context, resources, part }: PlanInput,
  { plan, applied }: { readonly plan: Plan; readonly applied: Pick<Plan, "changes" | "steps"> },
): Promise<readonly Diagnostic[]> {
  const actions = new Map(
    plan.changes.map(({ address, action }) => [formatAddress(address), action]),
  );
  const losses = [...plan.recovers, ...applied.steps.flatMap(({ loses }) => loses)].filter(
    ({ live: { address } }) => !GOING.has(actions.get(formatAddress(address)) ?? "none"),
  );
  if (losses.length === 0) return [];
  // What is declared and was not selected comes back as it was.
  const isMeant = ({ address }: { readonly address: Address }) =>
    part === undefined || actions.has(formatAddress(address));
  const meant = resources.filter(isMeant);
  const declared = new Map(meant.map((one) => [formatAddress(one.address), one]));
  const readBack = openReadBack({ plan, kinds, context, resources: declared });
  const live = await readBack.observe(losses.map((loss) => loss.live.address));
  return losses.flatMap(({ live: lost }) => {
    const key = formatAddress(lost.address);
    const { fields = {}, unshown = [] } = kinds.get(lost.address.kind) ?? {};
    const wanted: Facts = { ...lost.facts, ...declared.get(key)?.facts };
    const now = live.get(key)?.facts;
    const labels = Object.entries(fields).flatMap(([field, { label }]) =>
      unshown.includes(field) || isAs(wanted[field], now?.[field]) ? [] : [label],
    );
    if (now !== undefined && labels.length === 0) return [];
    const what =
      now === undefined ? "is not there" : `is not as it was before (${labels.join(", ")})`;
    return {
      code: "did-not-converge",
      severity: "error",
      message: `${key} went along with a deletion and ${what}`,
      hint: "Plan again to see what is left to do; what belongs to nobody has to be put right by hand.",
      address: key,
    } as const;
  });
}

/** What is not known before, or not shown now, is believed; nothing is no text that can be given back. */
function isAs(before: FactValue | undefined, now: FactValue | undefined): boolean {
  return before === undefined || before === "" || now === undefined || sameFact(before, now);
}

function asTried(
  { changes, steps }: Plan,
  reports: readonly StepReport[],
): Pick<Plan, "changes" | "steps"> {
  const untried = new Set(
    reports
      .filter(({ outcome }) => outcome === "skipped")
      .flatMap(({ step }) => step.addresses.map(formatAddress)),
  );
  const isTried = (address: Address) => !untried.has(formatAddress(address));
  return {
    changes: changes.filter(({ address }) => isTried(address)),
    steps: steps.filter(({ addresses }) => addresses.every(isTried)),
  };
}
