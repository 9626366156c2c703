/** Why a program cannot have what it asked of an estate. */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Block } from "../reconciler/engine/plan/plan.ts";

/** What is wrong with the project file, the manifests or the plan: every problem at once, with its place. */
export class EstateError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ message }) => message).join("; "));
    this.name = "EstateError";
    this.diagnostics = diagnostics;
  }
}

/** Guards stop the plan; each block says why, and by which name it is allowed in the project file. */
export class PlanStoppedError extends Error {
  readonly blocks: readonly Block[];

  constructor(blocks: readonly Block[]) {
    super(`Stopped: ${blocks.map(({ message }) => message).join("; ")}`);
    this.name = "PlanStoppedError";
    this.blocks = blocks;
  }
}
