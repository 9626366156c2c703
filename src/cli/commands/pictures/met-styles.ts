/** Keeps the live files of styles that a plan changes, so that pictures need no second read. */
import type { Address } from "../../../model/address.ts";
import { addressMap } from "../../../model/address-map.ts";
import { report as limits } from "../../../model/limits.ts";
import type { KindContext, StoredFile } from "../../../reconciler/kind.ts";
import { formatOf, type OutputOptions } from "../../process/forms.ts";

export const DRAWN = "Style";

/** Live files of styles that differ from the declared ones. */
export interface MetStyles {
  /** Callback for files that plans read. */
  readonly met: NonNullable<KindContext["met"]>;
  /** The kept files of a style; files beyond the limit are missing. */
  readonly of: (address: Address) => readonly StoredFile[];
}

/** Undefined without an HTML report. */
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
