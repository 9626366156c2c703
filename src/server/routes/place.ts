/** Places that paths name. */
import type { FastifyRequest } from "fastify";
import { requireStoreWorkspace } from "../catalog/store.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import { workspaceName } from "../catalog/workspace.ts";
import { parameter } from "../plugins/methods.ts";

/** The workspace in the path as it is written; null for the global scope. */
export function scopeOf(request: FastifyRequest): string | null {
  return parameter(request, "workspace") || null;
}

/** Name of the workspace in the path; `default` stands for the default one. */
export function workspaceOf(request: FastifyRequest, reader: CatalogReader): Promise<string> {
  return workspaceName(reader, parameter(request, "workspace"));
}

/** The same; refuses a workspace that is not there. */
export async function storeWorkspaceOf(
  reader: CatalogReader,
  request: FastifyRequest,
): Promise<string> {
  return (await requireStoreWorkspace(reader, await workspaceOf(request, reader))).name;
}

/** Workspace and store in the path; the store is empty in paths that name none. */
export async function placeOf(
  request: FastifyRequest,
  reader: CatalogReader,
): Promise<{ workspace: string; store: string }> {
  return { workspace: await workspaceOf(request, reader), store: parameter(request, "store") };
}
