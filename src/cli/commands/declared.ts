/** What commands begin with that need no server: settings, and what is declared. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import { bodyStore } from "../../reconciler/manifest/artefacts.ts";
import type { Desired } from "../../reconciler/manifest/resolve.ts";
import { loadEstate, type Estate } from "../../reconciler/estate.ts";
import { failure, type CommandResult } from "../present/result.ts";
import { findSettings, withoutSecrets } from "../settings/settings.ts";
import type { Given } from "./on-server.ts";

/** What is declared, as those see it who only look. */
export interface Declared {
  readonly estate: Estate;
  readonly desired: Desired;
  /** What is wrong, in the settings and then in the manifests. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads what is declared, or says why there are no settings for it; errors in manifests are among the diagnostics. */
export async function findDeclared({
  paths,
  flags,
  context: { environment },
}: Given): Promise<Declared | CommandResult> {
  const options = { environment, needsServer: false };
  const { settings, diagnostics } = await findSettings(paths, flags, options);
  if (settings === undefined) return failure(diagnostics);
  const estate = withoutSecrets(settings.estate);
  const desired = await loadEstate(estate, bodyStore());
  return { estate, desired, diagnostics: [...diagnostics, ...desired.diagnostics] };
}
