/** Names in a list of stores, which holds stores of every type. */
import { parseNames } from "../../../wire/list.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { KindContext } from "../../kind.ts";

export async function unknownStores(
  { read }: KindContext,
  list: {
    readonly path: string;
    readonly member: string;
    readonly known: ReadonlySet<string>;
  },
  isOwn: (name: string) => Promise<boolean | undefined>,
): Promise<readonly string[]> {
  const response = await getIfThere(read, list.path);
  if (response === undefined) return [];
  const names = parseNames(response, list.member).filter((name) => !list.known.has(name));
  const own = await Promise.all(names.map(isOwn));
  return names.filter((_name, index) => own[index]);
}
