/**
 * Plans are as short as can be: between any two of all states of small catalogs, a search breadth
 * first over what the interface offers finds nothing shorter that widens access nowhere, and accepts
 * every request of the plan.
 */
import { expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import type { Plan } from "../../src/reconciler/engine/plan/plan.ts";
import { dangerNames } from "../../src/reconciler/kind.ts";
import { perform, type Catalog } from "../model/catalog.ts";
import { combinations, EMPTY, manifestsOf, mixes } from "../model/mixes.ts";
import { operationOf } from "../model/requests.ts";
import { exposureBetween, outcome, same, shortest, type Wanted } from "../model/search.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { isProof, slice } from "../support/run/scale.ts";

const OPTIONS = { prune: "owned", allow: dangerNames } as const;

function lay(wanted: Wanted): string {
  const folder = temporaryFolder();
  writeFiles(folder, manifestsOf(wanted));
  return folder;
}

/** What is wrong with a plan; undefined for a good one. */
function faultIn(
  plan: Plan,
  { start, goal, dialect }: { start: Catalog; goal: Catalog; dialect: DialectName },
): string | undefined {
  const exposure = exposureBetween(start, goal);
  let catalog = start;
  for (const { request, summary } of plan.steps) {
    const next = perform(catalog, operationOf(request, goal), dialect);
    if (next === undefined) return `refused: ${summary}`;
    const shown = exposure(next);
    if (shown !== undefined) return `shows ${shown}: ${summary}`;
    catalog = next;
  }
  if (!same(catalog, goal)) return "ends elsewhere";
  if (plan.steps.length === 0) return undefined;
  const better = shortest(start, goal, { dialect, most: plan.steps.length - 1 });
  return better === undefined ? undefined : `${better} would do`;
}

/** Where to go, on which server, and where the manifests of each state lie. */
interface Terms {
  readonly goals: readonly Wanted[];
  readonly dialect: DialectName;
  readonly folderOf: (wanted: Wanted) => string;
}

/** Plans from one state to others. Gives what is wrong, and goes to the last of them. */
async function goFrom(
  from: Wanted,
  { goals, dialect, folderOf }: Terms,
): Promise<readonly string[]> {
  const { app, close } = await startCatalog({ dialect });
  const start = outcome(EMPTY, from);
  expect((await applyFolder(app, folderOf(from), OPTIONS)).result?.converged).toBe(true);
  const faults: string[] = [];
  for (const wanted of goals) {
    const { plan, diagnostics } = await planFolder(app, folderOf(wanted), OPTIONS);
    const goal = outcome(start, wanted);
    const isStopped = plan === undefined || plan.blocks.length > 0;
    const fault = isStopped ? "stopped" : faultIn(plan, { start, goal, dialect });
    if (fault === undefined) continue;
    const steps = (plan?.steps ?? []).map(({ summary }) => summary);
    const told = [...diagnostics, ...(plan?.blocks ?? [])].map(({ message }) => message);
    faults.push([fault, JSON.stringify(start), JSON.stringify(goal), ...steps, ...told].join("\n"));
  }
  // The model is worth something only if servers do as it says.
  const last = goals.at(-1);
  if (last !== undefined && faults.length === 0)
    expect((await applyFolder(app, folderOf(last), OPTIONS)).result?.converged).toBe(true);
  await close();
  return faults;
}

const all = mixes.flatMap((mix) => dialects.map((dialect) => ({ mix, name: mix.name, dialect })));

test.for(all)("$name, $dialect dialect", { timeout: 3_600_000 }, async ({ mix, dialect }) => {
  const states = combinations(mix);
  const turn = mixes.indexOf(mix) + dialects.indexOf(dialect);
  // In a slice one start per mix and dialect, another one each, and goals that are spread; in a proof
  // all of them in our dialect, and every third start in the other one.
  const spread = slice(states, { test: 8 }).filter((_one, at) => at === turn);
  const isOurs = dialect === "documented";
  const starts = isProof ? states.filter((_one, at) => isOurs || at % 3 === turn % 3) : spread;
  const folders = new Map(states.map((wanted) => [wanted, lay(wanted)]));
  const folderOf = (wanted: Wanted) => folders.get(wanted) ?? "";
  const goals = slice(states, { test: 5 });
  const faults: string[] = [];
  for (const from of starts) faults.push(...(await goFrom(from, { goals, dialect, folderOf })));
  expect(faults.length, faults.slice(0, 10).join("\n\n")).toBe(0);
});
