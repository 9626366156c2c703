/** What the target answers otherwise than the released server did. */
import { knownDifferences } from "./recorded-differences.ts";

/** Listed rows. */
export const releasedDifferencesStock = knownDifferences({});
