/** Gives routes the catalog in turns, as the account of the request. */
import type { FastifyRequest } from "fastify";
import { isAdministrator } from "../catalog/account.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { CatalogReader, CatalogWriter, Origin } from "../catalog/unit-of-work.ts";
import { visibleTo } from "../catalog/visible-reader.ts";
import type { ServerContext } from "../context.ts";
import { audit as limits } from "../../model/limits.ts";
import { ESTATE_HEADER } from "../../wire/audit.ts";
import { inTurn } from "./admission.ts";
import { noteReader } from "./kept-answers.ts";
import { principalOf } from "./principal.ts";

/** Reads one state of the catalog, as far as the account may see it. */
export function view<Result>(
  request: FastifyRequest,
  { catalog, policyOf }: Pick<ServerContext, "catalog" | "policyOf">,
  work: (reader: CatalogReader) => Promise<Result>,
): Promise<Result> {
  const { roles } = principalOf(request);
  const { read } = inTurn(request, catalog);
  return read(async (reader) => {
    const shown = isAdministrator(roles)
      ? reader
      : visibleTo(reader, roles, await policyOf(reader));
    noteReader(request, shown);
    return work(shown);
  });
}

/** Changes the catalog in the name of the account of a request. */
export function change<Result>(
  request: FastifyRequest,
  { catalog }: Pick<ServerContext, "catalog">,
  work: (writer: CatalogWriter) => Promise<Result>,
): Promise<Result> {
  return inTurn(request, catalog).write(originOf(request), work);
}

/**
 * Stores a side effect of a read. A full disk does not fail the read; the log records what is lost.
 */
export async function leave(
  request: FastifyRequest,
  unkept: string,
  keep: () => Promise<unknown>,
): Promise<void> {
  try {
    await keep();
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== "disk-full") throw error;
    request.log.warn({ err: error, ...originOf(request) }, unkept);
  }
}

/** The account, address and operation, for the audit. */
export function originOf(request: FastifyRequest): Origin {
  const path = request.originalUrl.split("?", 1)[0] ?? "";
  const { user: account } = principalOf(request);
  const estate = request.headers[ESTATE_HEADER];
  const isName = typeof estate === "string" && estate.length <= limits.estateCharacters;
  return {
    account,
    address: request.ip,
    method: request.method,
    path,
    ...(isName && { estate }),
  };
}
