/** Coverage stores of the stock server as documents, and the door to uploads and harvests. */
import { bodyElement, entriesOf, flag, param, type Call } from "./call.ts";
import { removeStore } from "./cascades.ts";
import {
  created,
  dates,
  documentOf,
  DONE,
  field,
  link,
  listOf,
  map,
  pathOf,
  type Answer,
} from "./documents.ts";
import { harvest, uploadMosaic } from "./mosaic-upload.ts";
import { purgeStore } from "./mosaic-index.ts";
import { checkFree, pathCoverageStore, pathWorkspace } from "./named.ts";
import { Refusal } from "./refusal.ts";
import { resetOf, type Route } from "./routing.ts";
import { inWorkspace, now, scoped, type CoverageStore } from "./state.ts";
import { child, childText, textOf, type Element } from "./xml-tree.ts";

const LIST = "/workspaces/:workspace/coveragestores";

/** `/workspaces/{workspace}/coveragestores`. */
export const coverageStoreRoutes: readonly Route[] = [
  { path: `${LIST}/:store/:upload`, whole: true, PUT: upload, POST: harvest },
  { path: LIST, GET: listStores, POST: postStore },
  resetOf(`${LIST}/:store`, pathCoverageStore),
  { path: `${LIST}/:store`, GET: getStore, PUT: putStore, DELETE: deleteStore },
];

function listStores(call: Call): Answer {
  const workspace = pathWorkspace(call);
  const names = inWorkspace(call.state.coverageStores, workspace).map(({ name }) => name);
  return listOf(call, "coverageStore", names, (name) =>
    pathOf("workspaces", workspace, "coveragestores", name),
  );
}

/** The workspace of the address is not copied in, and nothing is enabled unasked. */
function postStore(call: Call): Answer {
  const { state } = call;
  const body = bodyElement(call, "coverageStore");
  const said = child(body, "workspace");
  const workspace = said === undefined ? undefined : (childText(said, "name") ?? textOf(said));
  if (workspace === undefined || !state.workspaces.has(workspace))
    throw new Refusal(500, "Store must be part of a workspace");
  const name = childText(body, "name");
  if (name === undefined) throw new Refusal(500, "Store name must not be null");
  checkFree(state, workspace, name);
  const made = now(state);
  const empty = { type: "", description: "", enabled: false, url: "", created: made };
  const store: CoverageStore = { workspace, name, ...empty };
  take(store, body);
  state.coverageStores.set(scoped(workspace, name), store);
  return created(
    call,
    pathOf("workspaces", param(call, "workspace"), "coveragestores", name),
    name,
  );
}

function take(store: CoverageStore, body: Element): void {
  store.type = childText(body, "type") ?? store.type;
  store.description = childText(body, "description") ?? store.description;
  store.url = childText(body, "url") ?? store.url;
  const enabled = childText(body, "enabled");
  if (enabled !== undefined) store.enabled = enabled === "true";
  const disables = childText(body, "disableOnConnFailure");
  if (disables !== undefined) store.disables = disables === "true";
  const metadata = child(body, "metadata");
  if (metadata !== undefined) store.metadata = entriesOf(metadata);
}

/** The document of a coverage store. */
function documentXml(call: Call, store: CoverageStore): string {
  const { workspace, name, description } = store;
  const at = pathOf("workspaces", workspace, "coveragestores", name, "coverages");
  return `<coverageStore>${field("name", name)}${field("description", description || undefined)}${field("type", store.type)}${field("enabled", store.enabled)}<workspace>${field("name", workspace)}${link(call, pathOf("workspaces", workspace))}</workspace>${map(call, "metadata", store.metadata ?? new Map())}<__default>false</__default>${dates(store)}${field("disableOnConnFailure", store.disables ?? false)}${field("url", store.url)}<coverages>${link(call, at)}</coverages></coverageStore>`;
}

function getStore(call: Call): Answer {
  return documentOf(call, documentXml(call, pathCoverageStore(call)));
}

/** The answer to an upload is the document of the store, unless nothing is configured. */
async function upload(call: Call): Promise<Answer> {
  const store = await uploadMosaic(call);
  if (call.query["configure"]?.toLowerCase() === "none") return { status: 201, body: "" };
  const isAcceptable = /\*\/\*|application\/(?:xml|json)/.test(call.accept);
  if (!isAcceptable) throw new Refusal(406, "Not Acceptable");
  const format = call.accept.includes("json") ? "json" : "xml";
  return { ...documentOf({ ...call, format }, documentXml(call, store)), status: 201 };
}

function putStore(call: Call): Answer {
  const store = pathCoverageStore(call);
  take(store, bodyElement(call, "coverageStore"));
  store.modified = now(call.state);
  return DONE;
}

/** Refused with a status that looks like missing credentials, without asking for any. */
function deleteStore(call: Call): Answer {
  const { state } = call;
  const store = pathCoverageStore(call);
  const { workspace, name } = store;
  const own = inWorkspace(state.coverages, workspace).filter((one) => one.store === name);
  if (own.length > 0 && !flag(call, "recurse")) throw new Refusal(401, "coveragestore not empty");
  removeStore(state, workspace, name);
  purgeStore(state, store, call.query["purge"] ?? "none");
  return DONE;
}
