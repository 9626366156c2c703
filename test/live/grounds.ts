/** What the cases of the corpus need, gathered once. */
import { caseFolder, caseNames } from "../support/estates/corpus-case.ts";
import type { LaneInfo } from "./lane.ts";
import { elementsOf, type Grounds } from "./loadable.ts";

/** What stands behind the names of all cases on a server. */
export function groundsFor({ database, opens }: LaneInfo): Grounds {
  const elements = elementsOf(caseNames.map(caseFolder));
  return { database, elements, opens };
}
