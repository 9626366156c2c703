/** Commands on the granules of an index (docs/interface.md, 4.3). */
import type { Filter } from "../../model/filter.ts";
import type { FoundIndex } from "./mosaic.ts";
import { updateCoverageBounds, type CoveragePorts } from "./mosaic-coverage.ts";
import type { CatalogWriter } from "./unit-of-work.ts";

/** Removes the granules that match; gives the locations that no granule has any more. */
export async function removeGranules(
  writer: CatalogWriter,
  ports: CoveragePorts,
  job: { readonly found: FoundIndex; readonly filter: Filter; readonly updateBounds: boolean },
): Promise<readonly string[]> {
  const index = await ports.indexes.write(writer, job.found);
  const { orphaned } = await index.remove(job.filter);
  if (job.updateBounds) await updateCoverageBounds(writer, ports, job.found);
  return orphaned;
}
