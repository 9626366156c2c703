/** `plumbline validate`: everything that can be said without a server. */
import { hasErrors } from "../../model/diagnostic.ts";
import { checkArtefacts } from "../../reconciler/manifest/resolve.ts";
import type { ValidationDocument } from "../../reconciler/report/documents.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../../reconciler/report/json.ts";
import type { ValidateFlags } from "../flags/validate.ts";
import type { CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { withInput } from "../settings/selection.ts";
import { findDeclared } from "./declared.ts";

/** Checks manifests and the files they name, all of them, and reports everything at once. */
export async function runValidate(
  paths: readonly string[],
  given: ValidateFlags,
  context: CommandContext,
): Promise<CommandResult> {
  const flags = await withInput(given, context.stdin);
  const declared = await findDeclared({ paths, flags, context });
  if ("code" in declared) return declared;
  const { state } = declared.desired;
  const diagnostics = [...declared.diagnostics, ...(await checkArtefacts(state))];
  const { manifests, resources } = state;
  const valid =
    flags.strict === true
      ? diagnostics.every(({ severity }) => severity === "info")
      : !hasErrors(diagnostics);
  const document: ValidationDocument = {
    type: "validation",
    format_version: FORMAT_VERSION,
    valid,
    manifests,
    objects: resources.length,
    diagnostics: diagnosticDocuments(diagnostics),
  };
  const code = valid ? exitCodes.success : exitCodes.error;
  return { code, diagnostics, document };
}
