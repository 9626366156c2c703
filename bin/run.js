// Plain JavaScript, so that every Node can read it: runs a command in this one's place.
import { spawn } from "node:child_process";

/** Runs a command with this process's streams, passes signals on, ends as the command ends. */
export async function runInPlace(command, args, options) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // A terminal sends Ctrl-C to both of us; passed on as well, it would count twice.
    const isSentToBoth = signal === "SIGINT" && process.stdin.isTTY;
    process.on(signal, () => isSentToBoth || child.kill(signal));
  }
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code, signal) => {
      if (signal === null) return resolve(code ?? 1);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}
