/** `plumbline unlock`: ends the lock of a run that is over and did not end it. */
import { holderText } from "../../reconciler/lock/lease.ts";
import { forceUnlock } from "../../reconciler/lock/lock.ts";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { connectForWriting } from "../settings/connect.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { document, jsonDocument } from "../process/output.ts";
import { onServer } from "./on-server.ts";
import type { EstateFlags } from "../settings/settings.ts";
import { thisProcess } from "../process/this-process.ts";

/** Flags of `unlock`. */
export interface UnlockFlags extends EstateFlags {
  readonly output: "text" | "json";
  /** Id of the lock. */
  readonly force: string;
}

/** Ends the lock with the given id, and no other. */
export function runUnlock(paths: readonly string[], flags: UnlockFlags): Promise<ExitCode> {
  return onServer(paths, flags, connectForWriting, async ({ settings, connection }) => {
    const { name } = settings.estate;
    const ended = await forceUnlock(connection.lock, flags.force, thisProcess());
    if (flags.output === "json") {
      const id = ended?.id ?? null;
      jsonDocument({ format_version: FORMAT_VERSION, estate: name, unlocked: id });
    } else if (ended === undefined) document(`The estate ${name} is not locked.\n`);
    else document(`Ended the lock of ${holderText(ended)}.\n`);
    return exitCodes.success;
  });
}
