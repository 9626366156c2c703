/** First runs of a bundle, after which V8 keeps what most commands call (bin/kept-code.js). */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../bench/processes.ts";

/** Milliseconds after which a command hangs. */
const LONG = 60_000;

/**
 * Runs the command line as people do, on a server of its own: `cli` is the executable, `manifests` a
 * folder of manifests. Rejects where a command fails; what ran before is kept all the same.
 */
export async function warmUp(cli: string, manifests: string): Promise<void> {
  // What somebody set for commands of their own is not meant for these.
  for (const name of Object.keys(process.env))
    if (name.startsWith("PLUMBLINE_")) delete process.env[name];
  const folder = mkdtempSync(join(tmpdir(), "plumbline-build-"));
  try {
    await runFirst(cli, manifests, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runFirst(cli: string, manifests: string, folder: string): Promise<void> {
  const server = await startServer(cli, join(folder, "catalog"));
  try {
    const env = { ...server.env, PLUMBLINE_KEEP_CODE: "1" };
    const allow = ["--allow", "public-access", "catalog-mode"];
    for (const args of [
      ["--version"],
      ["apply", manifests, "--yes", ...allow],
      ["plan", manifests],
      ["drift", manifests],
    ]) {
      const ran = spawnSync(process.execPath, [cli, ...args], { env, cwd: folder, timeout: LONG });
      if (ran.status !== 0) throw new Error(`${args[0]} ended with ${ran.status}: ${ran.stderr}`);
    }
  } finally {
    await server.end();
  }
}
