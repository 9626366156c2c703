/** Initial content of a catalog: default styles, rules and mode. */
import { ruleGrammars } from "../../model/rule-domain.ts";
import { styleFolder } from "../../model/style.ts";
import { listRules, replaceRules } from "./access-rules.ts";
import { defaultStyles } from "../../model/default-styles.ts";
import type { Dialect } from "./dialect.ts";
import { migrateDefinitionFolders } from "./store-files.ts";
import type { CatalogWriter } from "./unit-of-work.ts";

const OPEN = { kind: "setting", workspace: null, name: "opened" } as const;

/** Must be raised when the initial content grows, so that older catalogs are completed. */
const VERSION = 3;

/** Fills a new catalog. An existing one gets layer rules only if it has none. */
export async function prepareCatalog(
  writer: CatalogWriter,
  { freshRestRules }: Pick<Dialect, "freshRestRules">,
): Promise<void> {
  const opened = await writer.get(OPEN.kind, OPEN.workspace, OPEN.name);
  const filled = Number(opened?.value.text ?? 0);
  if ((await listRules(writer, "layers")).size === 0) {
    const reopened = new Map([
      ["*.*.r", ["*"]],
      ["*.*.w", ["*"]],
    ]);
    await replaceRules(writer, "layers", filled > 0 ? reopened : ruleGrammars.layers.fresh);
  }
  if (filled >= VERSION) return;
  await writer.put(OPEN, { text: String(VERSION) });
  await migrateDefinitionFolders(writer);
  if (filled >= 2) return;
  await replaceRules(writer, "services", ruleGrammars.services.fresh);
  await replaceRules(writer, "rest", freshRestRules);
  if (filled === 0) await putDefaultStyles(writer);
}

async function putDefaultStyles(writer: CatalogWriter): Promise<void> {
  for (const [name, { fileName, sld }] of defaultStyles) {
    const value = { format: "sld", version: "1.0.0", fileName, legend: null } as const;
    await writer.put({ kind: "style", workspace: null, name }, value);
    await writer.writeFile(`${styleFolder(null)}/${fileName}`, new TextEncoder().encode(sld));
  }
}
