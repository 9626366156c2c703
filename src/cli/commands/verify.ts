/** `plumbline verify`: whether what is declared is served, seen as map users see it. Reads only. */
import { hasErrors } from "../../model/diagnostic.ts";
import { isUnhealthy } from "../../model/health.ts";
import { loadEstate } from "../../reconciler/estate.ts";
import { selectAmong } from "../../reconciler/engine/plan/selection.ts";
import type { HealthDocument } from "../../reconciler/report/documents.ts";
import type { VerifyFlags } from "../flags/inspect.ts";
import { failure, type CommandResult } from "../present/result.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { withSignals } from "../process/context.ts";
import { connectForReading } from "../settings/connect.ts";
import { findVerifyAccounts } from "../settings/verify-accounts.ts";
import { withoutSecrets } from "../settings/settings.ts";
import { onServer, type Given } from "./on-server.ts";
import { perTarget } from "./per-target.ts";
import { lookAtMaps } from "./verify/look-at-maps.ts";

/** Looks, for each selected target. */
export function runVerify(given: Given<VerifyFlags>): Promise<CommandResult> {
  return perTarget(given, verifyOne);
}

function verifyOne(given: Given<VerifyFlags>): Promise<CommandResult> {
  return onServer(given, connectForReading, async (server) => {
    const { settings, target, connection } = server;
    const { selection: requested, ...estate } = withoutSecrets(settings.estate);
    const desired = await loadEstate(estate, connection.bodies);
    if (hasErrors(desired.diagnostics)) return failure(desired.diagnostics);
    const { resources } = desired.state;
    const selected = requested && selectAmong({ requested, ...desired.state }, []);
    if (selected !== undefined && hasErrors(selected.diagnostics))
      return failure(selected.diagnostics);
    const { context } = given;
    const { accounts, diagnostics } = await findVerifyAccounts(
      settings.project,
      target.user,
      context.environment,
    );
    if (diagnostics.length > 0) return failure(diagnostics);
    const { document, isInterrupted } = await withSignals(context, async (interrupted) => {
      const found = await lookAtMaps({
        ...server,
        accounts,
        declared: desired.state,
        addresses: resources
          .map(({ address }) => address)
          .filter((address) => selected?.has(address) !== false),
        now: context.now(),
        interrupted,
      });
      return { document: found, isInterrupted: interrupted() };
    });
    const code = codeOfHealth(document, given.flags.strict === true);
    return { code: isInterrupted ? exitCodes.interrupted : code, document };
  });
}

/** What is unknown fails only where that was asked for. */
function codeOfHealth(document: HealthDocument, isStrict: boolean): ExitCode {
  if (isUnhealthy(document.verdict)) return exitCodes.unhealthy;
  return isStrict && document.verdict === "unknown" ? exitCodes.error : exitCodes.success;
}
