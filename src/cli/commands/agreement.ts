/** Asks for confirmation of work that no plan shows. */
import { confirm } from "@clack/prompts";
import { ended, type CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";

/** Undefined when the user agrees or gave --yes; else the result to end with. */
export async function unlessAgreed(
  message: string,
  yes: boolean | undefined,
  context: CommandContext,
): Promise<CommandResult | undefined> {
  if (yes === true) return undefined;
  const people = context.people();
  if (people === undefined)
    return ended(
      exitCodes.usage,
      "No terminal to ask on: give --yes to do it without a question. Nothing was done.\n",
    );
  if ((await confirm({ ...people, message, initialValue: false })) === true) return undefined;
  return ended(exitCodes.success, "Nothing was done.\n");
}
