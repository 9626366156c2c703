/** What the server holds in place of styles that a plan changes, kept for the pictures of a page: nothing is read again. */
import type { Address } from "../../../model/address.ts";
import { addressMap } from "../../../model/address-map.ts";
import { report as limits } from "../../../model/limits.ts";
import type { KindContext, StoredFile } from "../../../reconciler/kind.ts";
import { formatOf, type OutputOptions } from "../../process/forms.ts";

/** The kind of which pictures are drawn. */
export const DRAWN = "Style";

/** Files of styles that are not as they are wanted. */
export interface MetStyles {
  /** Listens to what plans read. */
  readonly met: NonNullable<KindContext["met"]>;
  /** What was met of a style; what of it is beyond the bound is not there. */
  readonly of: (address: Address) => readonly StoredFile[];
}

/** Keeps them where a page is to be written; undefined where none is. */
export function keepStyles({ output, report }: OutputOptions): MetStyles | undefined {
  if (output !== "html" && !report.some((file) => formatOf(file) === "html")) return undefined;
  const kept = addressMap<Map<string, StoredFile>>();
  let left: number = limits.metBytes;
  return {
    met: (address, file) => {
      if (address.kind !== DRAWN) return;
      const own = kept.get(address) ?? new Map<string, StoredFile>();
      const before = own.get(file.path)?.bytes.byteLength ?? 0;
      if (file.bytes.byteLength - before > left) return;
      left -= file.bytes.byteLength - before;
      own.set(file.path, file);
      kept.set(address, own);
    },
    of: (address) => [...(kept.get(address)?.values() ?? [])],
  };
}
