/** Signals while something is written: the first one ends it in good order, the second at once. */
import { exitCodes } from "./exit-codes.ts";
import type { Screen } from "./screen.ts";

/** Does work that can ask whether somebody wants it to end. */
export async function withSignals<Result>(
  { write }: Screen,
  work: (interrupted: () => boolean) => Promise<Result>,
): Promise<Result> {
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
