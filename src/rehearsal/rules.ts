/** Copies access rules of all domains, and the catalog mode. */
import { parseCatalogMode } from "../model/catalog-mode.ts";
import { kinds } from "../reconciler/kinds/registry.ts";
import { parseCatalogModeDocument, renderCatalogModeInput } from "../wire/catalog-mode.ts";
import { pathTo } from "../wire/addressing.ts";
import { getIfThere } from "../wire/reading.ts";
import { pathWithQuery, type WireRequest } from "../wire/request.ts";
import { xmlRequest, type Copying } from "./copying.ts";

/** Gives the copy the rules of some kinds, all of each. */
export async function copyRules(copying: Copying, names: ReadonlySet<string>): Promise<void> {
  for (const [name, kind] of kinds) {
    if (kind.set === undefined || !names.has(name)) continue;
    const wanted = await kind.observe(copying.original, []);
    const found = await kind.observe(copying.copy, []);
    const change = {
      before: new Map(found.map(({ address, facts }) => [address.name, facts])),
      after: new Map(wanted.map(({ address, facts }) => [address.name, facts])),
      etag: undefined,
    };
    for (const { request: plain } of kind.set.apply(change, copying.copy.server)) {
      // What the copy would refuse is sent in another way at once.
      const detour = await kind.answers?.detour?.(plain, REFUSED, copying.copy);
      const request = detour?.request ?? plain;
      const { method, mediaType, body } = request;
      const address = { kind: name, workspace: null, name: "*" };
      const sent = body?.kind === "base64" ? Buffer.from(body.text, "base64") : textIn(body);
      await copying.write(address, { method, path: pathWithQuery(request), mediaType, body: sent });
    }
  }
}

const REFUSED = 422;

function textIn(body: WireRequest["body"]): string | undefined {
  return body?.kind === "text" ? body.text : undefined;
}

/** Gives the copy the catalog mode of the original, where that is shown. */
export async function copyCatalogMode(copying: Copying): Promise<void> {
  const found = await getIfThere(copying.original.read, pathTo("catalogMode", {}, "xml"));
  const mode = found && parseCatalogMode(parseCatalogModeDocument(found) ?? "");
  if (mode === undefined) return;
  const address = { kind: "CatalogMode", workspace: null, name: "catalog" };
  const body = renderCatalogModeInput(mode);
  await copying.write(address, xmlRequest("PUT", pathTo("catalogMode", {}), body));
}
