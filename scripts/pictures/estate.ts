/**
 * What the pictures of the documentation show: an estate put together from examples and from styles of its
 * own, applied to a server in this process, and the report of its next version's plan.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AUTHORIZATION, openTestServer } from "../../test/support/servers/catalog.ts";
import { runHere } from "../../test/support/commands/run-here.ts";
import { root } from "../../test/support/project/sources.ts";
import { masked } from "./masked.ts";

/** Each version of the estate lies in folders of this name. */
type Version = "before" | "manifests";

/** What a version is put together from, below the root of the project. */
const SOURCES = [
  "examples/04-other-feature-types",
  "examples/07-mosaic",
  "scripts/pictures/estate",
];

/** The time of everything that is done. */
const NOW = "2026-05-04T08:00:00.000Z";

/** A server that has the first version of the estate, and what is said of the second. */
export interface Shown {
  /** Where the server listens. */
  readonly url: string;
  /** The report of the plan as a page; addresses and folders of this machine have others in their place. */
  readonly report: string;
  /** The body of a document of the server, by its path and query; those of this machine are replaced, too. */
  readonly read: (path: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Makes what is to be shown. Rejects where a command does not end as it should. */
export async function openShown(): Promise<Shown> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-pictures-"));
  const { app, close } = await openTestServer(join(folder, "catalog"), {
    keystore: { password: undefined },
    now: () => NOW,
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const end = async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  };
  const mask = (text: string) => masked(text, folder);
  try {
    await command(["apply", versionIn(folder, "before"), "--yes"], url, [0]);
    const page = join(folder, "plan.html");
    await command(["plan", versionIn(folder, "manifests"), "--report", page], url, [0, 3]);
    const read = async (path: string) => {
      const headers = { authorization: AUTHORIZATION, accept: "application/json" };
      const { body } = await app.inject({ url: path, headers });
      return mask(body);
    };
    return { url, report: mask(readFileSync(page, "utf8")), read, close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

function versionIn(folder: string, version: Version): string {
  const made = join(folder, version);
  for (const source of SOURCES) cpSync(join(root, source, version), made, { recursive: true });
  return made;
}

async function command(
  args: readonly string[],
  url: string,
  codes: readonly number[],
): Promise<void> {
  const { code, stderr, stdout } = await runHere(args, { url, now: () => Date.parse(NOW) });
  if (!codes.includes(code ?? -1))
    throw new Error(`plumbline ${args[0]} ended with ${code}: ${stderr}${stdout}`);
}
