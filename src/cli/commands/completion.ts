/** `plumbline completion`: a script with which a shell completes commands, flags and their values. */
import type { Command } from "commander";
import { kinds as allKinds } from "../../reconciler/kinds/registry.ts";
import { manifestKinds } from "../../reconciler/manifest/parse.ts";
import type { Shell } from "../flags/completion.ts";
import type { CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { bashScript } from "./completion/bash.ts";
import { fishScript } from "./completion/fish.ts";
import { modelOf, type KnownWords } from "./completion/model.ts";
import { zshScript } from "./completion/zsh.ts";
import { schemas } from "./schema.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** The script for a shell, out of a program as it is now. */
export function completionScript(program: Command, shell: Shell): string {
  return scripts[shell](program.name(), modelOf(program, knownWords()));
}

/** What the command does, for the program as it is now. */
export function completionOf(program: Command): (shell: Shell) => CommandResult {
  return (shell) => {
    const text = completionScript(program, shell);
    return { code: exitCodes.success, text };
  };
}

/** What arguments of these names, and flags with values of these names, may begin with. */
function knownWords(): KnownWords {
  const kinds = [...manifestKinds.keys()].toSorted();
  const addresses = [...allKinds.keys()].toSorted().map((kind) => `${kind}/`);
  return {
    kind: [...schemas().keys()].toSorted(),
    topic: [...kinds, "Project"],
    address: addresses,
    patterns: addresses,
  };
}
