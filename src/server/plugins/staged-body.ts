/** Request bodies that a route receives as files. */
import { readFile } from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import { CatalogError } from "../catalog/errors.ts";
import type { StagedFile } from "./staging.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body goes to disk whatever its size; see `stagedBody`. */
    readonly body?: "file";
    /** A limit in bytes for this request, if it is lower than that of the route. */
    readonly limitOf?: (request: FastifyRequest) => number;
  }
}

/** A body on disk. The handler may move it; otherwise it is removed when the request ends. */
export interface StagedBody {
  readonly path: string;
  readonly bytes: number;
  /** Reads a small body. Refuses with too-large above this many bytes. */
  readonly content: (limitBytes: number) => Promise<Uint8Array>;
}

const IS_STAGED: unique symbol = Symbol("a body on disk");

type Branded = StagedBody & { readonly [IS_STAGED]: true };

/** The body of a route with `config: { body: "file" }`; undefined without one. */
export function stagedBody(request: FastifyRequest): StagedBody | undefined {
  return isStagedBody(request.body) ? request.body : undefined;
}

export function isStagedBody(body: unknown): body is StagedBody {
  return typeof body === "object" && body !== null && IS_STAGED in body;
}

export function stagedBodyOf({ path }: StagedFile, bytes: number): StagedBody {
  const body: Branded = {
    [IS_STAGED]: true,
    path,
    bytes,
    content: async (limitBytes) => {
      if (bytes <= limitBytes) return readFile(path);
      const message = `The body has ${bytes} bytes; the limit is ${limitBytes}`;
      throw new CatalogError("too-large", message);
    },
  };
  return body;
}
