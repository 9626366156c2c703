/** Work on each item of a list, some at a time. */
import { reading } from "./limits.ts";

/** Results in the order of the items. Rejects with the first failure, after which none begins. */
export async function each<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
  atOnce: number = reading.atOnce,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = entriesOf(items);
  const workOn = async () => {
    // If one fails, the loop closes the generator.
    for (const [index, item] of left) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  return results;
}

function* entriesOf<Item>(items: readonly Item[]): Generator<readonly [number, Item]> {
  yield* items.entries();
}
