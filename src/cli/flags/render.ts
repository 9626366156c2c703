/** Flags of `plumbline render`. */
import { estateCommand, withCache, withSelection, withTarget } from "./estate.ts";
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `render`. */
export const addRender: AddCommand = (program) => {
  const command = withTarget(
    estateCommand(
      program,
      "render",
      "print manifests with overlays and variables in place; secrets stay references",
    ),
  );
  withSelection(command);
  withCache(command);
  return withExamples(
    command,
    "plumbline render manifests/ --target production",
    "plumbline render --overlay production --var host=maps.example.org",
  );
};
