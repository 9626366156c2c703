/** Messages of a start for the operator. */
import type { CatalogAge } from "./data-folder/catalog-age.ts";
import type { SetAside } from "./catalog/mosaic-files.ts";
import type { LogDamage } from "./storage/log-end.ts";

/** About a truncated write-ahead log and an accepted older catalog. */
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

/** About accepted files of another catalog. */
export function noticesOnSharedFiles({ reasons, seen }: CatalogAge): readonly string[] {
  if (reasons.length === 0) return [];
  return [
    `Files were accepted that do not go with the catalog (${reasons.join("; ")}). Its revision goes on behind ${seen}`,
  ];
}

/** About folders that were moved aside. */
export function noticesOnFiles(aside: readonly SetAside[]): readonly string[] {
  return aside.map(
    ({ from, to }) =>
      `${from} is of no store that the catalog knows. It is ${to} now; plumbline check --remove-orphans ends that`,
  );
}
