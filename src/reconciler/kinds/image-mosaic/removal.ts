/**
 * Deletes a mosaic. Only an index that is surely in the mosaic's folder may be purged: a stock
 * server drops the whole database of any other (docs/compatibility.md, "Plumbline against a stock
 * server").
 */
import { storePlace } from "../../../model/store.ts";
import type { Address } from "../../../model/address.ts";
import { client as limits } from "../../../model/limits.ts";
import { pathTo } from "../../../wire/addressing.ts";
import {
  sameFact,
  type Danger,
  type DangerousChange,
  type Facts,
  type Live,
  type Step,
  setIn,
} from "../../kind.ts";
import { deletion } from "../identity/deletion.ts";

/** Fact: the place of the index, by the definition on the server. */
export const INDEX_PLACE = "indexPlace";

/** Fact: coverages whose granules can be removed, where the index may not be purged. */
export const EMPTYABLE = "emptyable";

export function removeSteps({ address, facts }: Live): readonly Step[] {
  const place = storePlace(address);
  const path = pathTo("coverageStore", place);
  if (facts[INDEX_PLACE] === "folder") {
    const summary = `delete mosaic ${address.name} with its index and coverages; files of granules stay`;
    const query = { recurse: "true", purge: "metadata" };
    return [deletion(summary, path, { query })];
  }
  const emptied = setIn(facts, EMPTYABLE).map((coverage): Step => ({
    summary: `remove all granules of ${coverage} from the index, whose table is not dropped`,
    request: {
      method: "DELETE",
      path: pathTo("granules", { ...place, coverage }, "xml"),
      query: { filter: "INCLUDE" },
      timeoutMs: limits.harvestTimeoutMs,
    },
  }));
  const summary = `delete mosaic ${address.name} with its coverages; its index table and all files stay`;
  return [...emptied, deletion(summary, path, { query: { recurse: "true" } })];
}

/** The old index table, which nothing here drops, would disturb the new mosaic. */
export function indexDangers(change: DangerousChange): readonly Danger[] {
  const { action, address, before, former, after } = change;
  if (action !== "replace" && action !== "create") return [];
  const was = action === "replace" ? before : former;
  if (was === undefined || after === undefined || !mayKeepTable(was)) return [];
  // Another name means another folder, and a table without its folder cannot be used.
  const isInTheWay =
    was["index"] === after["index"] &&
    (action === "create" || !sameFact(was["schema"], after["schema"]));
  if (!isInTheWay) return [];
  return [{ name: "index-table", message: message(address, { was, after, action }) }];
}

/** Whether the index may be outside of the folder that is deleted with a mosaic. */
function mayKeepTable(facts: Facts): boolean {
  const place = facts[INDEX_PLACE];
  return place !== undefined && place !== "folder";
}

function message(
  { workspace, name }: Address,
  { was, after, action }: { readonly was: Facts; readonly after: Facts; readonly action: string },
): string {
  const tables = [...new Set(setIn(was, "schema").map((column) => column.split(/[. ]/)[0] ?? ""))];
  const where = `${tables.join(", ") || "of the index"} (${String(after["index"])})`;
  const why = action === "create" ? "would get another folder" : "would get other columns";
  return (
    `The index table ${where} of mosaic ${workspace}:${name} ${why}; Plumbline never drops a table: ` +
    "drop it yourself before this is applied"
  );
}
