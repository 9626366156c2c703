/** What a start tells the operator of the data folder, in words. */
import type { CatalogAge } from "./data-folder/catalog-age.ts";
import type { SetAside } from "./catalog/mosaic-files.ts";
import type { LogDamage } from "./storage/log-end.ts";

/** Of the catalog: a log that ends before its time, and one that is older and was accepted. */
export function remarksOn(
  damage: LogDamage | undefined,
  { reasons, seen }: CatalogAge,
): readonly string[] {
  const remarks: string[] = [];
  if (damage !== undefined) {
    const { taken, fault } = damage;
    remarks.push(
      `The log catalog.db-wal ${fault}. ${taken} of its pages were taken; what was written after them, ` +
        "acknowledged or not, is lost. Look what is missing (plumbline check, plumbline plan), or restore a backup",
    );
  }
  if (reasons.length > 0)
    remarks.push(
      `An older catalog was accepted (${reasons.join("; ")}). Its revision goes on behind ${seen}`,
    );
  return remarks;
}

/** Of folders that were set aside. */
export function remarksOnFiles(aside: readonly SetAside[]): readonly string[] {
  return aside.map(
    ({ from, to }) =>
      `${from} is of no store that the catalog knows. It is ${to} now; plumbline check --remove-orphans ends that`,
  );
}
