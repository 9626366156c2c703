/** Parses which documents a rebuild reads; errors depend on the dialect. */
import type { FastifyRequest } from "fastify";
import { documentDatabase as limits } from "../../model/limits.ts";
import type { DocumentSelection } from "../catalog/document-schema.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { ServerContext } from "../context.ts";
import { query } from "../plugins/methods.ts";

/** A stock server prefixes the message with its exception. */
export function documentRefusal(context: ServerContext, message: string): CatalogError {
  const stock = "org.geoserver.rest.RestException 400 BAD_REQUEST: ";
  const prefix = context.dialect.name === "geoserver" ? stock : "";
  return new CatalogError("document-stores", `${prefix}${message}`);
}

/** `ids` or `max` is required. */
export function selectionOf(request: FastifyRequest, context: ServerContext): DocumentSelection {
  const givenIds = query(request, "ids")?.trim() ?? "";
  const givenMax = query(request, "max")?.trim() ?? "";
  if (givenIds === "" && givenMax === "") {
    throw documentRefusal(
      context,
      "At least one schema generation parameter is required: 'ids' or 'max'",
    );
  }
  return { ids: idsOf(context, givenIds), max: maxOf(context, givenMax) };
}

function idsOf(context: ServerContext, text: string): readonly string[] {
  if (text === "") return [];
  const ids = [...new Set(text.split(",").map((id) => id.trim()))];
  if (ids.length > limits.ids) {
    throw documentRefusal(
      context,
      `'ids' names ${ids.length} documents; the limit is ${limits.ids}`,
    );
  }
  for (const id of ids) {
    if (Buffer.byteLength(id) > limits.idBytes) {
      throw documentRefusal(context, `'ids' holds an id of more than ${limits.idBytes} bytes`);
    }
    if (!/^[0-9a-f]{24}$/i.test(id)) {
      throw new CatalogError(
        "document-ids-invalid",
        `invalid hexadecimal representation of an ObjectId: [${id}]`,
      );
    }
  }
  return ids.map((id) => id.toLowerCase());
}

/** Without `max`, one document is read if no id is found. */
function maxOf(context: ServerContext, text: string): number {
  if (text === "") return 1;
  const max = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (max >= 1 && max <= limits.max) return max;
  throw documentRefusal(context, `'max' must be an integer from 1 to ${limits.max}, not '${text}'`);
}
