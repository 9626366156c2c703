/** Bodies that a route gets as files: what its handler may do with one. */
import { readFile } from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import { CatalogError } from "../catalog/errors.ts";
import type { StagedFile } from "./staging.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** `file`: the body goes to disk whatever its size; see `stagedBody`. */
    readonly body?: "file";
    /** The most bytes that the body of a request may have, where that is less than the route takes. */
    readonly limitOf?: (request: FastifyRequest) => number;
  }
}

/** A body on disk. It may be moved away; what is still there when the request ends is removed. */
export interface StagedBody {
  readonly path: string;
  readonly bytes: number;
  /** The content of a small body. Refuses with too-large above this many bytes. */
  readonly content: (limitBytes: number) => Promise<Uint8Array>;
}

const IS_STAGED: unique symbol = Symbol("a body on disk");

type Branded = StagedBody & { readonly [IS_STAGED]: true };

/** The body of a request to a route with `config: { body: "file" }`; undefined when it has none. */
export function stagedBody(request: FastifyRequest): StagedBody | undefined {
  return isStagedBody(request.body) ? request.body : undefined;
}

/** Whether the body of a request is a file. */
export function isStagedBody(body: unknown): body is StagedBody {
  return typeof body === "object" && body !== null && IS_STAGED in body;
}

/** What a handler gets of a file that is whole. */
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
