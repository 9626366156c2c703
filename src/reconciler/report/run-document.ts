/** Types of run documents without their schemas, which only readers need (`documents.ts`). */
import type { PlanDocument, RunDocument } from "./documents.ts";

const types: Readonly<Record<RunDocument["type"], true>> = {
  plan: true,
  apply: true,
  drift: true,
  validation: true,
  rehearsal: true,
  health: true,
  failure: true,
};

/** Whether a document is that of a run. */
export function isRun(document: object): document is RunDocument {
  return "type" in document && Object.hasOwn(types, String(document.type));
}

type DocumentsByType = {
  readonly [Type in RunDocument["type"]]: Extract<RunDocument, { readonly type: Type }>;
};

export type PerDocument<More extends readonly unknown[], Result> = {
  readonly [Type in keyof DocumentsByType]: (
    document: DocumentsByType[Type],
    ...more: More
  ) => Result;
};

export function byType<More extends readonly unknown[], Result>(
  table: PerDocument<More, Result>,
  document: RunDocument,
  ...more: More
): Result {
  const make = <Type extends keyof DocumentsByType>(type: Type, one: DocumentsByType[Type]) =>
    table[type](one, ...more);
  return make(document.type, document);
}

/** The plan that a document is or contains; undefined without one. */
export function planIn(document: RunDocument): PlanDocument | undefined {
  if (document.type === "plan") return document;
  return document.type === "apply" || document.type === "rehearsal" ? document.plan : undefined;
}
