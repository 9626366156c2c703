/** Names and flags of `plumbline style`. */
import { Argument } from "commander";
import { outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `style`. */
export const addStyle: AddCommand = (program) => {
  const command = program
    .command("style")
    .description("translate a CSS style into SLD 1.0, as the catalog server does")
    .addArgument(new Argument("<verb>", "what to do").choices(["translate"]))
    .argument("<file>", "a CSS style; - is stdin")
    .addOption(outputOption());
  return withExamples(
    command,
    "plumbline style translate roads.css",
    "plumbline style translate roads.css > roads.sld",
    "plumbline style translate - -o json < roads.css",
  );
};
