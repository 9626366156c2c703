/** `plumbline destroy`: deletes what an estate owns, once somebody has typed which one. */
import { isCancel, text } from "@clack/prompts";
import { hasErrors } from "../model/diagnostic.ts";
import { planDestruction } from "../reconciler/destroy.ts";
import type { Plan } from "../reconciler/engine/plan/plan.ts";
import { asOf, runWork } from "./apply.ts";
import { connectForReading } from "./connect.ts";
import { endRun, tell } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { onServer } from "./on-server.ts";
import { note } from "./output.ts";
import { codeOf, showPlan } from "./plan.ts";
import type { ApplyFlags, Job, Work } from "./ready.ts";
import { findSettings, type Settings, type Target } from "./settings.ts";

/** Flags of `destroy`. */
export interface DestroyFlags extends ApplyFlags {
  /** Name of the estate, typed. */
  readonly confirm?: string;
  readonly planOnly?: boolean;
}

/** Plans the end of the estate, and runs it when its name was typed. */
export async function runDestroy(paths: readonly string[], flags: DestroyFlags): Promise<ExitCode> {
  if (flags.planOnly === true) return showDestruction(paths, flags);
  return runWork(flags, workFor(flags), async () => {
    const { settings, diagnostics } = await findSettings(paths, flags, true);
    if (settings?.target === undefined) return { diagnostics };
    const { target } = settings;
    const mistaken = misnamed(settings, target, flags);
    return mistaken ?? { settings: asOf(settings, Date.now()), target, file: undefined };
  });
}

/** The exit code when another estate was typed than the one at hand. */
function misnamed(
  settings: Settings,
  target: Target,
  { confirm }: DestroyFlags,
): ExitCode | undefined {
  const names = namesOf(settings, target);
  if (confirm === undefined || names.includes(confirm)) return undefined;
  const known = names.join(", its target ");
  note(`--confirm names ${confirm}; the estate is ${known}. Nothing was changed.\n`);
  return exitCodes.usage;
}

/** What may be typed: the estate, or the target that it goes from. */
function namesOf({ estate }: Settings, { name }: Target): readonly string[] {
  return name === undefined ? [estate.name] : [estate.name, name];
}

/** Only reads. */
function showDestruction(paths: readonly string[], flags: DestroyFlags): Promise<ExitCode> {
  return onServer(paths, flags, connectForReading, async ({ settings, target, connection }) => {
    const mistaken = misnamed(settings, target, flags);
    if (mistaken !== undefined) return mistaken;
    const planned = await planDestruction(settings.estate, connection);
    const { plan, diagnostics } = planned;
    if (plan === undefined || hasErrors(diagnostics)) return endRun(flags, diagnostics);
    tell(diagnostics);
    await showPlan(planned, plan, flags, target);
    return codeOf(plan, flags);
  });
}

function workFor({ confirm }: DestroyFlags): Work {
  return {
    command: "destroy",
    plan: planDestruction,
    agree: (plan, job) => (confirm === undefined ? askForName(plan, job) : agreed()),
    done: "Destroyed: the estate owns nothing any more.",
    donePart: "Destroyed: what was selected is gone.",
  };
}

async function agreed(): Promise<undefined> {
  return undefined;
}

/** A name that has to be typed is not confirmed by the habit of pressing a key. */
async function askForName(plan: Plan, { settings }: Job): Promise<ExitCode | undefined> {
  const { name } = settings.estate;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    note(`To delete it, type the name of the estate: --confirm ${name}. Nothing was changed.\n`);
    return exitCodes.blocked;
  }
  const answer = await text({
    message: `${plan.summary.delete} objects would be deleted. Type ${name} to do it.`,
    output: process.stderr,
  });
  if (!isCancel(answer) && answer === name) return undefined;
  note("Nothing was changed.\n");
  return exitCodes.success;
}
