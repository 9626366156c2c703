/** All operations by route pattern. */
import { routePattern, servicePattern, type PathName } from "../../wire/paths.ts";
import { accountOperations } from "./accounts.ts";
import { documentSchemaOperations } from "./document-schemas.ts";
import { mosaicOperations } from "./mosaics.ts";
import type { Method, Operation, Operations } from "./operation.ts";
import { plainOperations } from "./plain.ts";
import { securityOperations } from "./security.ts";
import { serverOperations } from "./server.ts";
import { storeOperations } from "./stores.ts";
import { styleOperations } from "./styles.ts";
import { tileCacheOperations } from "./tile-cache.ts";

const groups: readonly (readonly [tag: string, operations: Operations])[] = [
  ["Stores", storeOperations],
  ["Mosaics", mosaicOperations],
  ["Document databases", documentSchemaOperations],
  ["Styles and layers", styleOperations],
  ["Security", securityOperations],
  ["Accounts", accountOperations],
  ["Tile cache", tileCacheOperations],
  ["Server", serverOperations],
  ["Settings", plainOperations],
];

export interface DescribedPath {
  readonly tag: string;
  readonly methods: Partial<Readonly<Record<Method, Operation>>>;
}

/** In the order of the OpenAPI document. */
export const describedPaths: ReadonlyMap<string, DescribedPath> = new Map(
  groups.flatMap(([tag, operations]) =>
    Object.entries(operations).flatMap(([name, methods]) => {
      const patterns = new Set([routePattern(name as PathName), servicePattern(name as PathName)]);
      return [...patterns].map((pattern) => [pattern, { tag, methods }] as const);
    }),
  ),
);

/** Throws TypeError if an operation has no description. */
export function requireDescription(pattern: string, method: Method): void {
  if (describedPaths.get(pattern)?.methods[method] !== undefined) return;
  throw new TypeError(`${method} ${pattern} is not described in src/server/openapi`);
}
