/**
 * Which stores map a name: a stock server opens one of them and refuses the others
 * (docs/compatibility.md, "App-schema"). Only stores of the estate are checked; others would have
 * to be read one by one.
 */
import { isSet, type KindContext, type Live } from "../../kind.ts";
import { observeStores } from "./observe.ts";

/** An undeclared store is read only if it publishes a type of such a name. */
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
