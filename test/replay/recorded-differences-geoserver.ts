/** What the target differs in from the recorded answers. */
import { knownDifferences } from "./recorded-differences.ts";

/** Listed rows. */
export const geoserverDifferences = knownDifferences({});
