/** Loads settings and manifests for commands without a server. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import { bodyStore } from "../../reconciler/manifest/artefacts.ts";
import type { Desired } from "../../reconciler/manifest/resolve.ts";
import { loadEstate, type Estate } from "../../reconciler/estate.ts";
import { failure, type CommandResult } from "../present/result.ts";
import { findSettings, withoutSecrets } from "../settings/settings.ts";
import type { Given } from "./on-server.ts";

/** What the manifests declare, loaded without requiring secrets. */
export interface Declared {
  readonly estate: Estate;
  readonly desired: Desired;
  /** Problems of the settings, then of the manifests. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads the manifests, or returns a failure of the settings. Manifest errors are in `diagnostics`.
 */
export async function findDeclared({
  paths,
  flags,
  context: { environment },
  found,
}: Given): Promise<Declared | CommandResult> {
  const options = { environment, needsServer: false, found };
  const { settings, diagnostics } = await findSettings(paths, flags, options);
  if (settings === undefined) return failure(diagnostics);
  const estate = withoutSecrets(settings.estate);
  const desired = await loadEstate(estate, bodyStore());
  return { estate, desired, diagnostics: [...diagnostics, ...desired.diagnostics] };
}
