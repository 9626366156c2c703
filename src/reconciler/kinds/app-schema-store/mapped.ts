/**
 * Who maps a name: a stock server opens one store of all that map it, and refuses the others
 * (docs/compatibility.md, "App-schema"). Only stores of the estate are known; others would have to be read one by one.
 */
import { isSet, type KindContext, type Live } from "../../kind.ts";
import { observeStores } from "./observe.ts";

/** Stores with what they map: of what is not declared, only that which publishes a type of such a name is read. */
export async function findMapped(
  context: KindContext,
  names: ReadonlySet<string>,
  known: readonly Live[],
): Promise<readonly Live[] | undefined> {
  if (context.server.software !== "geoserver") return undefined;
  const types = new Set([...names].map((name) => name.slice(name.lastIndexOf("}") + 1)));
  const alike = known.filter(({ facts: { mapped, featureTypes } }) => {
    const isUnread = mapped === undefined && isSet(featureTypes);
    return isUnread && featureTypes.some((type) => types.has(type));
  });
  const wanted = alike.map(({ address }) => ({ address, facts: {}, payload: undefined }));
  return [...known, ...(await observeStores(context, wanted))];
}
