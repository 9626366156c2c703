/** Reports invalid names in manifests. */
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { nameProblem } from "../../../model/name.ts";
import type { Manifest } from "../../kind.ts";

export function nameProblems(
  { name, locate }: Pick<Manifest, "name" | "locate">,
  noun: string,
  check: (name: string) => string | undefined = nameProblem,
): readonly Diagnostic[] {
  const problem = check(name);
  if (problem === undefined) return [];
  const message = `The ${noun} name ${JSON.stringify(name)} ${problem}`;
  const where = locate(["metadata", "name"]);
  return [fault("manifest-invalid", message, { where })];
}

export function singleNameProblems(
  { name, locate }: Pick<Manifest, "name" | "locate">,
  { noun, only }: { readonly noun: string; readonly only: string },
): readonly Diagnostic[] {
  if (name === only) return [];
  const message = `There is one ${noun}; its name must be ${only}, not ${JSON.stringify(name)}`;
  const where = locate(["metadata", "name"]);
  return [fault("manifest-invalid", message, { where })];
}
