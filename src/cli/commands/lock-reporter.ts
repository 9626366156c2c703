/** Reports what happens to the lock of a run, as it happens. */
import { holderText } from "../../reconciler/lock/lease.ts";
import type { LockEvent } from "../../reconciler/session.ts";
import { printDiagnostics } from "../present/present.ts";
import { printNotice, type CommandContext } from "../process/context.ts";

/** What an event of the lock says; undefined when it says nothing. */
export function lockText(event: LockEvent): string | undefined {
  if (event.state === "waiting") return `Waiting for the lock of ${holderText(event.lease)}.`;
  return event.state === "taken" ? event.notice : undefined;
}

/** Reports on stderr; that others have to wait all the same is asked to the quiet too. */
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
