/** Long work in slices, so that all else has its turn between two of them. */
import { slices as limits } from "../../model/limits.ts";

/** Does work for each item, with a pause of the loop whenever a slice of time is over. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  let end = performance.now() + limits.ms;
  for (const item of items) {
    work(item);
    if (performance.now() < end) continue;
    await new Promise((resolve) => void setImmediate(resolve));
    end = performance.now() + limits.ms;
  }
}
