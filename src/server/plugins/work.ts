/** How routes reach the catalog: reading as the account of a request, writing in its name. */
import type { FastifyRequest } from "fastify";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { principalOf } from "./auth.ts";

/** Reads one consistent state of the catalog. */
export function view<Result>(
  _request: FastifyRequest,
  { catalog }: Pick<ServerContext, "catalog">,
  work: (reader: CatalogReader) => Promise<Result>,
): Promise<Result> {
  return catalog.read(work);
}

/** Changes the catalog in the name of the account of a request. */
export function change<Result>(
  request: FastifyRequest,
  { catalog }: Pick<ServerContext, "catalog">,
  work: (writer: CatalogWriter) => Promise<Result>,
): Promise<Result> {
  const path = request.originalUrl.split("?", 1)[0] ?? "";
  const { user: account } = principalOf(request);
  const origin = { account, address: request.ip, method: request.method, path };
  return catalog.write(origin, work);
}
