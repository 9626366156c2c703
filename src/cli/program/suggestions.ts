/** "Did you mean" for values: a wrong choice is answered with the nearest right one. */
import { InvalidArgumentError, type Argument, type Command, type Option } from "commander";
import { didYouMean } from "../../model/nearest.ts";

/** Lets every flag and argument of a command, and of those below it, say what was probably meant. */
export function suggestChoices(command: Command): void {
  for (const value of [...command.options, ...command.registeredArguments]) suggestFor(value);
  for (const one of command.commands) suggestChoices(one);
}

function suggestFor(value: Option | Argument): void {
  const { argChoices, parseArg } = value;
  if (argChoices === undefined || parseArg === undefined) return;
  value.argParser((text: string, before: unknown) => {
    try {
      return parseArg.call(value, text, before);
    } catch (error) {
      const hint = didYouMean(text, argChoices);
      if (!(error instanceof InvalidArgumentError) || hint === undefined) throw error;
      throw new InvalidArgumentError(`${error.message} ${hint}`);
    }
  });
}
