/** What every catalog holds when it opens: the default styles, the fresh rules, the mode. */
import { freshRules } from "../../model/access-rule.ts";
import { styleFolder } from "../../model/style.ts";
import { listRules, replaceRules } from "./access-rules.ts";
import { defaultStyles } from "./default-styles.ts";
import type { CatalogWriter } from "./unit-of-work.ts";

const OPEN = { kind: "setting", workspace: null, name: "opened" } as const;

/** Fills a new catalog; one that ran before only gets rules back when it has none at all. */
export async function prepareCatalog(writer: CatalogWriter): Promise<void> {
  const known = (await writer.get(OPEN.kind, OPEN.workspace, OPEN.name)) !== undefined;
  if ((await listRules(writer)).size === 0) {
    const reopened = new Map([
      ["*.*.r", ["*"]],
      ["*.*.w", ["*"]],
    ]);
    await replaceRules(writer, known ? reopened : freshRules);
  }
  if (known) return;
  await writer.put(OPEN, { text: "1" });
  for (const [name, { fileName, sld }] of defaultStyles) {
    const value = { format: "sld", version: "1.0.0", fileName, legend: null } as const;
    await writer.put({ kind: "style", workspace: null, name }, value);
    await writer.writeFile(`${styleFolder(null)}/${fileName}`, new TextEncoder().encode(sld));
  }
}
