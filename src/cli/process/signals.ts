/** Signal handling: during writes the first signal ends gracefully, the second at once. */
import type { CommandContext } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";

/** Runs interruptible work; nested calls share the outer handler. */
export async function withSignals<Result>(
  { err: { write }, interrupted: around }: Pick<CommandContext, "err" | "interrupted">,
  work: (interrupted: () => boolean) => Promise<Result>,
): Promise<Result> {
  if (around !== undefined) return work(around);
  let interrupted = false;
  const interrupt = () => {
    if (interrupted) process.exit(exitCodes.interrupted);
    interrupted = true;
    write("\nStopping after the requests in flight; once more stops at once.\n");
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  try {
    return await work(() => interrupted);
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

/** Ends by an exit, which removes temporary files; a signal alone leaves them. */
export async function endingOnSignals<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = () => process.exit(exitCodes.interrupted);
  process.on("SIGINT", end).on("SIGTERM", end);
  try {
    return await work();
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
  }
}
