/** Splits long work to keep the event loop responsive. */
import { slices as limits } from "../../model/limits.ts";

/** Yields to the event loop after every time slice. */
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
