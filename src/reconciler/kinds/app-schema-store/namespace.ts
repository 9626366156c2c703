/**
 * Mapped elements outside of the workspace's namespace: a stock server looks for types of the
 * main mapping, not of included files, in that namespace only. It creates the store and then
 * refuses the upload with 500 (docs/compatibility.md, "Plumbline against a stock server").
 */
import { formatAddress } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { parseNamespace } from "../../../wire/namespace.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { KindContext, Resource } from "../../kind.ts";
import type { StorePayload } from "./source.ts";

/** An error where the upload is sure to fail, a warning where no server is known. */
export async function namespaceProblems(
  { address, payload }: Resource<StorePayload>,
  found?: { readonly context: KindContext },
): Promise<readonly Diagnostic[]> {
  const software = found?.context.server.software;
  if (software === "plumbline") return [];
  const namespace = payload.namespace ?? (found && (await namespaceOf(found.context, address)));
  if (namespace === undefined) return [];
  const outside = payload.elements.filter((element) => element.namespace !== namespace);
  const [first] = outside;
  if (first === undefined) return [];
  const more = outside.length > 1 ? ` (and ${outside.length - 1} more)` : "";
  const file = payload.files.get(payload.main)?.path ?? payload.main;
  const message =
    `${first.name}${more} is mapped in the namespace ${first.namespace}, and the workspace ${address.workspace} has ` +
    `${namespace}: a stock server finds no such type and refuses the mapping`;
  const hint = "Give the workspace that namespace, or map these types in an included file.";
  const severity = software === "geoserver" ? "error" : "warning";
  const where = { file, line: first.line };
  return [
    { code: "mapping-namespace", severity, message, hint, where, address: formatAddress(address) },
  ];
}

/** The namespace of an undeclared workspace; undefined where it does not exist. */
async function namespaceOf(
  { read }: KindContext,
  { workspace }: Resource["address"],
): Promise<string | undefined> {
  const response = await getIfThere(
    read,
    pathTo("namespace", { namespace: workspace ?? "" }, "xml"),
  );
  return response && parseNamespace(response).uri;
}
