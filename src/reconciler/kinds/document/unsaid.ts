/** What documents hold and no field of a manifest says. */
import { members, memberText, type Tree } from "../../../wire/tree.ts";

/** Values that mean nothing was said. */
const USUAL = new Set(["", "0", "false"]);

/** Names of elements that hold something and are not among those that are said. */
export function unsaidIn(document: Tree, said: ReadonlySet<string>): readonly string[] {
  return members(document)
    .filter(([name]) => !said.has(name) && !/[@$:]/.test(name))
    .filter(([name, node]) => {
      const text = memberText(document, name);
      return text === undefined ? members(node).length > 0 : !USUAL.has(text);
    })
    .map(([name]) => name.replace(/^_+/, ""));
}
