/** Shows text that is longer than the screen page by page, at a terminal only. */
import { spawn } from "node:child_process";
import type { Environment } from "../../model/environment.ts";
import type { Screen } from "./screen.ts";

const USUAL = "less";

/** The shell's code for a command that is not there. */
const NOT_FOUND = 127;

/** Writes text, in a pager where one is wanted and the text is longer than the screen. */
export async function writePaged(
  text: string,
  screen: Screen,
  environment: Environment,
): Promise<void> {
  const command = pagerOf(environment);
  const rows = screen.rows() ?? Number.POSITIVE_INFINITY;
  const isLong = text.split("\n").length > rows;
  screen.settle();
  const isShown = isLong && command !== undefined && (await runPager(command, text, environment));
  if (!isShown) screen.write(text);
}

/** An empty variable means none. Windows has no pager that shows colours. */
function pagerOf(environment: Environment): string | undefined {
  const usual = process.platform === "win32" ? "" : USUAL;
  const named = environment["PLUMBLINE_PAGER"] ?? environment["PAGER"] ?? usual;
  return named.trim() === "" || named === "cat" ? undefined : named;
}

/** Whether the pager was there. */
async function runPager(command: string, text: string, given: Environment): Promise<boolean> {
  // Colours, the end at once for one page, and the text stays on the screen, as git and gh set it.
  const env = { LESS: "FRX", ...given };
  // Only what users name can have arguments; a missing usual one is no message of a shell.
  const shell = command !== USUAL;
  const pager = spawn(command, { shell, stdio: ["pipe", "inherit", "inherit"], env });
  // Whoever leaves the pager early closes the pipe.
  pager.stdin.on("error", () => undefined);
  pager.stdin.end(text);
  // Ctrl-C is for the pager.
  const ignore = () => undefined;
  process.on("SIGINT", ignore);
  try {
    return await new Promise((resolve) => {
      pager.on("error", () => resolve(false));
      pager.on("close", (code) => resolve(code !== NOT_FOUND));
    });
  } finally {
    process.off("SIGINT", ignore);
  }
}
