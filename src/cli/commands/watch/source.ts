/** The Git branch of a watch, checked out in a temporary folder. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../../model/environment.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import {
  GitSourceError,
  openGitSource,
  type GitSource,
} from "../../../reconciler/watch/git-source.ts";
import type { WatchFlags } from "../../flags/watch.ts";

/** Undefined without a repository. Throws GitSourceError. */
export async function openSource(
  { git, branch, path }: WatchFlags,
  environment: Environment,
): Promise<GitSource | undefined> {
  if (git === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "plumbline-git-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const source = openGitSource({ url: git, branch, path, folder, environment });
    return {
      ...source,
      close: async () => {
        await source.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Undefined for other errors. */
export function sourceDiagnostic(error: unknown): Diagnostic | undefined {
  if (!(error instanceof GitSourceError)) return undefined;
  return fault("source-failed", error.message, { hint: error.hint });
}

/** Whether a retry may help, so that a watch can start without the branch. */
export function mayComeBack(error: unknown): boolean {
  const passing = ["unreachable", "timeout", "denied", "failed"];
  return error instanceof GitSourceError && passing.includes(error.code);
}
