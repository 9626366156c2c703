/** Names and flags of `plumbline render`. */
import type { RenderFlags } from "../commands/render.ts";
import { estateCommand, withSelection, withTarget } from "./estate.ts";
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `render`. */
export const addRender: AddCommand = (program, finish) => {
  const command = withTarget(
    estateCommand(
      program,
      "render",
      "print manifests with overlays and variables in place; secrets stay references",
    ),
  );
  withSelection(command);
  withExamples(
    command,
    "plumbline render manifests/ --target production",
    "plumbline render --overlay production --var host=maps.example.org",
  ).action(async (paths: string[], flags: RenderFlags) => {
    const { runRender } = await import("../commands/render.ts");
    const { withInput } = await import("../settings/selection.ts");
    finish(await runRender(paths, await withInput(flags)));
  });
};
