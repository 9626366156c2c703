/** Reports lock events of a run. */
import { holderText } from "../../reconciler/lock/lease.ts";
import type { LockEvent } from "../../reconciler/session.ts";
import { printDiagnostics } from "../present/present.ts";
import { printNotice, type CommandContext } from "../process/context.ts";

/** The text of a lock event, if any. */
export function lockText(event: LockEvent): string | undefined {
  if (event.state === "waiting") return `Waiting for the lock of ${holderText(event.lease)}.`;
  return event.state === "taken" ? event.notice : undefined;
}

/** Reports on stderr; an unreleased lock is reported even with --quiet. */
export function lockReporter(
  context: Pick<CommandContext, "isQuiet" | "err">,
): (event: LockEvent) => void {
  return (event) => {
    const text = lockText(event);
    if (text !== undefined) printNotice(context, `${text}\n`);
    if (event.state === "released" && event.unreleased !== undefined)
      printDiagnostics([event.unreleased], context.err);
  };
}
