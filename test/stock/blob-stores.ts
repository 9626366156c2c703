/** Blob stores of the stock server's tile cache: kept under the id of the body, secrets in clear. */
import { anyBody, param, type Call } from "./call.ts";
import type { Answer } from "./documents.ts";
import { tileDocument, tileList, typeOfMade } from "./grid-sets.ts";
import { found, Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { childText, innerXml } from "./xml-tree.ts";

const DEFAULT = ' default="true"';

function put(call: Call): Answer {
  const { blobStores } = call.state;
  const name = param(call, "blobStore");
  const body = anyBody(call);
  const id = childText(body, "id");
  if (id === undefined)
    throw new Refusal(500, "Failed to add BlobStoreInfo. A BlobStoreInfo name cannot be null");
  const isNew = !blobStores.has(name);
  if (!isNew && !blobStores.has(id))
    throw new Refusal(500, `No configuration found containing blob store ${id}`);
  const isDefault = body.attributes.get("default") === "true";
  if (isDefault)
    for (const [other, shown] of blobStores)
      blobStores.set(other, shown.replace(DEFAULT, ' default="false"'));
  const attribute = ` default="${isDefault}"`;
  blobStores.set(id, `<${body.name}${attribute}>${innerXml(body)}</${body.name}>`);
  return isNew ? { status: 201, type: typeOfMade(call), body: "" } : { status: 200, body: "" };
}

function remove({ state: { blobStores }, ...call }: Call): Answer {
  const name = call.params["blobStore"] ?? "";
  const text = `Failed to remove BlobStoreInfo. A BlobStoreInfo with name "${name}" does not exist.`;
  const shown = found(blobStores.get(name), text);
  // It is gone before anything is checked.
  blobStores.delete(name);
  if (shown.includes(DEFAULT))
    throw new Refusal(
      500,
      `org.geowebcache.config.ConfigurationException: The default blob store can't be removed: ${name}`,
    );
  return { status: 200, body: "" };
}

export const blobStoreRoutes: readonly Route[] = [
  {
    path: "/gwc/rest/blobstores",
    GET: (call) =>
      tileList(call, "blobStore", [...call.state.blobStores.keys()], "/gwc/rest/blobstores"),
  },
  {
    path: "/gwc/rest/blobstores/:blobStore",
    GET: (call) => {
      const name = param(call, "blobStore");
      const text = `Failed to get BlobStoreInfo. A BlobStoreInfo with name "${name}" does not exist.`;
      return tileDocument(call, found(call.state.blobStores.get(name), text));
    },
    PUT: put,
    DELETE: remove,
  },
];
