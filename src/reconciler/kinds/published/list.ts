/** Names in a list of stores, which holds stores of every type. */
import type { KindContext } from "../../kind.ts";
import { namesAt } from "../../../wire/list.ts";

export async function unknownStores(
  { read }: KindContext,
  list: {
    readonly path: string;
    readonly member: string;
    readonly known: ReadonlySet<string>;
  },
  isOwn: (name: string) => Promise<boolean | undefined>,
): Promise<readonly string[]> {
  const listed = await namesAt(read, list.path, list.member);
  const names = listed.filter((name) => !list.known.has(name));
  const own = await Promise.all(names.map(isOwn));
  return names.filter((_name, index) => own[index]);
}
