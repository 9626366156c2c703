/** A catalog whose deletions get the room of the ballast when the database finds none. */
import { CatalogError } from "../catalog/errors.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import type { Ballast } from "./ballast.ts";

/**
 * The same catalog. A deletion that finds the disk full begins once more, with the ballast gone;
 * after any other change the ballast may come back.
 */
export function ballasted(catalog: Catalog, ballast: Ballast): Catalog {
  return {
    ...catalog,
    close: async () => {
      await catalog.close();
      await ballast.settled();
    },
    write: async (origin, work) => {
      try {
        const result = await catalog.write(origin, work);
        void ballast.refill();
        return result;
      } catch (error) {
        const isFull = error instanceof CatalogError && error.code === "disk-full";
        if (!isFull || origin.method !== "DELETE" || !(await ballast.drop())) throw error;
        return catalog.write(origin, work);
      }
    },
  };
}
