/** `plumbline destroy`: deletes what an estate owns after its name was typed. */
import { isCancel, text } from "@clack/prompts";
import { planDestruction } from "../../reconciler/destroy.ts";
import type { Plan } from "../../reconciler/engine/plan/plan.ts";
import type { DestroyFlags } from "../flags/plan.ts";
import { ended, type CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForReading } from "../settings/connect.ts";
import { withInput } from "../settings/selection.ts";
import type { ServerSettings } from "../settings/settings.ts";
import { asOf, runWritingCommand, type Prepared } from "./apply.ts";
import type { Job, WritingCommand } from "./apply/approved-plan.ts";
import { findServer, onServer, type Given } from "./on-server.ts";
import { keepStyles } from "./pictures/met-styles.ts";
import { planResult } from "./plan.ts";

/** Plans the deletion, and runs it once the name was typed. */
export async function runDestroy(plain: Given<DestroyFlags>): Promise<CommandResult> {
  const given = await withInput(plain);
  return given.flags.planOnly === true
    ? planOnly(given)
    : runWritingCommand(given, destroyCommand(given.flags), prepare);
}

async function prepare(given: Given<DestroyFlags>): Promise<Prepared | CommandResult> {
  const server = await findServer(given);
  if ("code" in server) return server;
  const { settings, target } = server;
  return (
    misnamed(server, given.flags) ?? {
      settings: asOf(settings, given.context.now()),
      target,
      file: undefined,
    }
  );
}

/** Ends the command when the typed name is not this estate's. */
function misnamed(server: ServerSettings, { confirm }: DestroyFlags): CommandResult | undefined {
  const { settings, target } = server;
  // The name of the estate, or of its target.
  const names = [settings.estate.name, ...(target.name === undefined ? [] : [target.name])];
  if (confirm === undefined || names.includes(confirm)) return undefined;
  const known = names.join(", its target ");
  const note = `--confirm names ${confirm}; the estate is ${known}. Nothing was changed.\n`;
  return ended(exitCodes.usage, note);
}

function planOnly(given: Given<DestroyFlags>): Promise<CommandResult> {
  return onServer(given, connectForReading, async ({ connection, ...server }) => {
    const mistaken = misnamed(server, given.flags);
    if (mistaken !== undefined) return mistaken;
    const planned = await planDestruction(server.settings.estate, connection);
    return planResult(planned, server, given.flags, keepStyles(given.context.outputOptions));
  });
}

function destroyCommand({ confirm }: DestroyFlags): WritingCommand {
  return {
    command: "destroy",
    plan: planDestruction,
    agree: async (plan, job) => (confirm === undefined ? askForName(plan, job) : undefined),
    done: "Destroyed: the estate owns nothing any more.",
    donePart: "Destroyed: what was selected is gone.",
  };
}

/** Typing a name prevents confirmation by habit. */
async function askForName(
  plan: Plan,
  { settings, context }: Job,
): Promise<CommandResult | undefined> {
  const { name } = settings.estate;
  const people = context.people();
  if (people === undefined) {
    const note = `To delete it, type the name of the estate: --confirm ${name}. Nothing was changed.\n`;
    return ended(exitCodes.blocked, note);
  }
  const answer = await text({
    ...people,
    message: `${plan.summary.delete} objects would be deleted. Type ${name} to do it.`,
  });
  if (!isCancel(answer) && answer === name) return undefined;
  return ended(exitCodes.success, "Nothing was changed.\n");
}
