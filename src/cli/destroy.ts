/** `plumbline destroy`: deletes what an estate owns, once somebody has typed which one. */
import { isCancel, text } from "@clack/prompts";
import { hasErrors } from "../model/diagnostic.ts";
import { planDestruction } from "../reconciler/destroy.ts";
import { hasChanges, type Plan } from "../reconciler/engine/plan.ts";
import { openTeller } from "./apply-report.ts";
import { planAndRun } from "./apply.ts";
import { connectForReading, connectForWriting } from "./connect.ts";
import { ending, endRun, tell } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { note } from "./output.ts";
import type { ApplyFlags, Job, Work } from "./ready.ts";
import { findUnwritable } from "./reports.ts";
import { findSettings, type Settings } from "./settings.ts";

/** Flags of `destroy`. */
export interface DestroyFlags extends ApplyFlags {
  /** Name of the estate, typed. */
  readonly confirm?: string;
  readonly planOnly?: boolean;
}

/** Plans the end of the estate, and runs it when its name was typed. */
export function runDestroy(paths: readonly string[], flags: DestroyFlags): Promise<ExitCode> {
  let url = flags.url ?? "";
  const teller = openTeller(flags);
  return ending(
    teller.fail,
    () => url,
    async () => {
      const unwritable = await findUnwritable(flags);
      if (unwritable.length > 0) return endRun({ output: flags.output }, unwritable);
      const { settings, diagnostics } = await findSettings(paths, flags, true);
      if (settings?.target === undefined) return teller.fail(diagnostics);
      const { target } = settings;
      url = target.url;
      const { confirm } = flags;
      if (confirm !== undefined && !namesOf(settings, target).includes(confirm)) {
        const names = namesOf(settings, target).join(", its target ");
        note(`--confirm names ${confirm}; the estate is ${names}. Nothing was changed.\n`);
        return exitCodes.usage;
      }
      const work = flags.planOnly ? show : destroy;
      return work(settings, { target, flags, teller });
    },
  );
}

/** Where it is done, and how it is told. */
interface Where extends Pick<Job, "target" | "teller"> {
  readonly flags: DestroyFlags;
}

/** What may be typed: the estate, or the target that it goes from. */
function namesOf({ estate }: Settings, { name }: Job["target"]): readonly string[] {
  return name === undefined ? [estate.name] : [estate.name, name];
}

async function show(settings: Settings, { target, flags, teller }: Where): Promise<ExitCode> {
  const connection = await connectForReading(settings, target);
  try {
    const planned = await planDestruction(settings.estate, connection);
    const { plan, diagnostics } = planned;
    if (plan === undefined || hasErrors(diagnostics)) return teller.fail(diagnostics);
    tell(diagnostics);
    teller.plan(plan, target.url);
    const code = flags.detailedExitcode && hasChanges(plan) ? exitCodes.changes : exitCodes.success;
    const end = { plan, url: target.url, result: undefined, done: "" };
    return teller.end({ ...end, outcome: "declined", code });
  } finally {
    await connection.close();
  }
}

async function destroy(settings: Settings, where: Where): Promise<ExitCode> {
  const { target, flags, teller } = where;
  const now = Date.now();
  const estate = { ...settings.estate, clock: () => now };
  const connection = await connectForWriting(settings, target, { onUpload: teller.uploading });
  try {
    const own = { ...settings, estate };
    const job = { ...where, settings: own, file: undefined, connection };
    return await planAndRun({ ...job, work: workFor(flags) });
  } finally {
    await connection.close();
  }
}

function workFor({ confirm }: DestroyFlags): Work {
  return {
    command: "destroy",
    plan: planDestruction,
    agree: (plan, job) => (confirm === undefined ? askForName(plan, job) : agreed()),
    done: "Destroyed: the estate owns nothing any more.",
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
