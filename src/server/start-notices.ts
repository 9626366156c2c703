/** What a start reports the operator of the data folder, in words. */
import type { CatalogAge } from "./data-folder/catalog-age.ts";
import type { SetAside } from "./catalog/mosaic-files.ts";
import type { LogDamage } from "./storage/log-end.ts";

/** Of the catalog: a log that ends before its time, and one that is older and was accepted. */
export function noticesOn(
  damage: LogDamage | undefined,
  { reasons, seen }: CatalogAge,
): readonly string[] {
  const notices: string[] = [];
  if (damage !== undefined) {
    const { taken, problem } = damage;
    notices.push(
      `The log catalog.db-wal ${problem}. ${taken} of its pages were taken; what was written after them, ` +
        "acknowledged or not, is lost. Look what is missing (plumbline check, plumbline plan), or restore a backup",
    );
  }
  if (reasons.length > 0)
    notices.push(
      `An older catalog was accepted (${reasons.join("; ")}). Its revision goes on behind ${seen}`,
    );
  return notices;
}

/** Of files that servers share and that do not go with their catalog, which was accepted. */
export function noticesOnSharedFiles({ reasons, seen }: CatalogAge): readonly string[] {
  if (reasons.length === 0) return [];
  return [
    `Files were accepted that do not go with the catalog (${reasons.join("; ")}). Its revision goes on behind ${seen}`,
  ];
}

/** Of folders that were set aside. */
export function noticesOnFiles(aside: readonly SetAside[]): readonly string[] {
  return aside.map(
    ({ from, to }) =>
      `${from} is of no store that the catalog knows. It is ${to} now; plumbline check --remove-orphans ends that`,
  );
}
