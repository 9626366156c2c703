/** Workspaces and stores in paths. */
import type { FastifyRequest } from "fastify";
import { requireStoreWorkspace } from "../catalog/store.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import { workspaceName } from "../catalog/workspace.ts";
import { parameter } from "../plugins/methods.ts";

/** Workspace as written in the path; null for the global scope. */
export function scopeOf(request: FastifyRequest): string | null {
  return parameter(request, "workspace") || null;
}

/** Resolves `default` to the default workspace. */
export function workspaceOf(request: FastifyRequest, reader: CatalogReader): Promise<string> {
  return workspaceName(reader, parameter(request, "workspace"));
}

/** Like `workspaceOf`, but throws if the workspace does not exist. */
export async function storeWorkspaceOf(
  reader: CatalogReader,
  request: FastifyRequest,
): Promise<string> {
  return (await requireStoreWorkspace(reader, await workspaceOf(request, reader))).name;
}

/** The store is empty if the path has none. */
export async function placeOf(
  request: FastifyRequest,
  reader: CatalogReader,
): Promise<{ workspace: string; store: string }> {
  return { workspace: await workspaceOf(request, reader), store: parameter(request, "store") };
}
