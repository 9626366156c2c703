/** Drops what a server keeps of data: connections, schemas, readers. */
import type { Address } from "../../model/address.ts";
import { pathTo } from "../../wire/addressing.ts";
import { get, getIfThere } from "../../wire/reading.ts";
import { forgetting } from "../../wire/recalculation.ts";
import type { Reader } from "../../wire/request.ts";
import { OperationError, type Operation, type OperationContext, type Task } from "./operation.ts";
import { NAMED, publishedAt } from "./recalculate.ts";

/** Stores by their document; cascaded ones have no such path. */
const stores: Readonly<Record<string, "dataStore" | "coverageStore">> = {
  DataStore: "dataStore",
  AppSchemaStore: "dataStore",
  CoverageStore: "coverageStore",
  ImageMosaic: "coverageStore",
};

export const reset: Operation = {
  kinds: [...Object.keys(stores), "FeatureType", "Coverage"],
  options: [],
  words: ["Drop", "what the server keeps of", "was dropped"],
  prepare: async (address, context) => resettable(await resetPath(address, context), context),
};

/** In the place of an object. */
export const WHOLE_SERVER = "the whole server";

/** What the server keeps of all stores, as `POST /reset`. */
export function resetOfServer(read: Reader): Promise<Task> {
  return resettable(pathTo("reset", {}), { read, name: WHOLE_SERVER });
}

async function resetPath(address: Address, context: OperationContext): Promise<string> {
  const document = stores[address.kind];
  if (document === undefined) return `${(await publishedAt(address, context)).path}/reset`;
  const { workspace, name: store } = address;
  const path = pathTo(document, { workspace: workspace ?? "", store }, "xml");
  if ((await getIfThere(context.read, path)) === undefined)
    throw new OperationError(`There is no ${context.name} on the server`, NAMED);
  return pathTo(`${document}Reset`, { workspace: workspace ?? "", store });
}

/** Where it is there, a GET is refused with 405. */
async function resettable(
  path: string,
  { read, name }: Pick<OperationContext, "read" | "name">,
): Promise<Task> {
  if ((await get(read, path)).status !== 404) return { requests: [forgetting(path)] };
  throw new OperationError(
    `The server has no reset of ${name}`,
    "Servers of an older line only have that of the whole server: --whole-server.",
  );
}
