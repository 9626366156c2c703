/** Elements of documents that no manifest field covers. */
import { members, memberText, type Tree } from "../../../wire/tree.ts";

const USUAL = new Set(["", "0", "false"]);

/** Names of elements with content that are not in `said`. */
export function uncoveredElements(document: Tree, said: ReadonlySet<string>): readonly string[] {
  return members(document)
    .filter(([name]) => !said.has(name) && !/[@$:]/.test(name))
    .filter(([name, node]) => {
      const text = memberText(document, name);
      return text === undefined ? members(node).length > 0 : !USUAL.has(text);
    })
    .map(([name]) => name.replace(/^_+/, ""));
}
