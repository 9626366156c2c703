/** Copies access rules and the catalog mode. */
import { parseCatalogMode } from "../model/catalog-mode.ts";
import { kinds } from "../reconciler/kinds/registry.ts";
import { parseCatalogModeDocument, renderCatalogModeInput } from "../wire/catalog-mode.ts";
import { pathTo } from "../wire/addressing.ts";
import { getIfThere } from "../wire/reading.ts";
import { pathWithQuery, succeeded, type WireRequest } from "../wire/request.ts";
import type { InnerRequest } from "../server/temporary.ts";
import { ALL, ifShown, xmlRequest, type Copying } from "./copying.ts";

/** Copies all rules of the given kinds. */
export async function copyRules(copying: Copying, names: ReadonlySet<string>): Promise<void> {
  for (const [name, kind] of kinds) {
    if (kind.set === undefined || !names.has(name)) continue;
    const address = { kind: name, workspace: null, name: ALL };
    const wanted = await ifShown(copying, address, () => kind.observe(copying.original, []));
    if (wanted === undefined) continue;
    const found = await kind.observe(copying.copy, []);
    const change = {
      before: new Map(found.map(({ address, facts }) => [address.name, facts])),
      after: new Map(wanted.map(({ address, facts }) => [address.name, facts])),
      etag: undefined,
    };
    for (const { request } of kind.set.apply(change, copying.copy.server)) {
      const answer = await copying.attempt(sentAs(request));
      if (succeeded(answer)) continue;
      const detour = await kind.answers?.detour?.(request, answer.status, copying.copy);
      await copying.write(address, sentAs(detour?.request ?? request));
    }
  }
}

function sentAs(request: WireRequest): InnerRequest {
  const { method, mediaType, body } = request;
  const bytes = body?.kind === "base64" ? Buffer.from(body.text, "base64") : undefined;
  const text = body?.kind === "text" ? body.text : undefined;
  return { method, path: pathWithQuery(request), mediaType, body: bytes ?? text };
}

/** Copies the catalog mode, if the original shows it. */
export async function copyCatalogMode(copying: Copying): Promise<void> {
  const address = { kind: "CatalogMode", workspace: null, name: "catalog" };
  const mode = await ifShown(copying, address, async () => {
    const found = await getIfThere(copying.original.read, pathTo("catalogMode", {}, "xml"));
    return found && parseCatalogMode(parseCatalogModeDocument(found) ?? "");
  });
  if (mode === undefined) return;
  const body = renderCatalogModeInput(mode);
  await copying.write(address, xmlRequest("PUT", pathTo("catalogMode", {}), body));
}
