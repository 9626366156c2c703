/** The request that gives a store its mapping (docs/interface.md, 2.3). */
import { storePlace } from "../../../model/store.ts";
import type { Address } from "../../../model/address.ts";
import { pathTo } from "../../../wire/addressing.ts";
import type { WireRequest } from "../../../wire/request.ts";

/** `configure` decides whether the types of the mapping are published. */
export function uploadRequest(
  address: Address,
  configure: "all" | "none",
  content: Pick<WireRequest, "mediaType" | "body">,
): WireRequest {
  const path = pathTo("dataStoreUpload", { ...storePlace(address), upload: "file.appschema" });
  return { method: "PUT", path, query: { configure }, ...content };
}
