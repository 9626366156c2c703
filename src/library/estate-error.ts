/** Errors of the library. */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Block } from "../reconciler/engine/plan/plan.ts";

/** Problems of the project file, the manifests or the plan, all at once, with their places. */
export class EstateError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ message }) => message).join("; "));
    this.name = "EstateError";
    this.diagnostics = diagnostics;
  }
}

/** Guards stop the plan. Each block gives its reason, and the name that allows it. */
export class PlanStoppedError extends Error {
  readonly blocks: readonly Block[];

  constructor(blocks: readonly Block[]) {
    super(`Stopped: ${blocks.map(({ message }) => message).join("; ")}`);
    this.name = "PlanStoppedError";
    this.blocks = blocks;
  }
}
