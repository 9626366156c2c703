/** The estate of styles that benches apply and plan: real bodies where they are at hand. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspectStyle } from "../../src/wire/sld.ts";

const SAMPLES = fileURLToPath(new URL("../../../shared/samples/sld", import.meta.url));

/** Bodies to cycle through: real ones where they are at hand, made ones elsewhere. */
export function styleBodies(): readonly Buffer[] {
  try {
    const real = readdirSync(SAMPLES)
      .filter((name) => name.endsWith(".sld"))
      .map((name) => readFileSync(join(SAMPLES, name)))
      .filter(isUsable);
    const total = real.reduce((sum, body) => sum + body.byteLength, 0);
    console.log(`${real.length} real SLD bodies, ${(total / 1024 / 1024).toFixed(0)} MiB`);
    return real;
  } catch {
    console.log("no real bodies at ../shared/samples: made ones instead");
    const rule =
      '<Rule><LineSymbolizer><Stroke><CssParameter name="stroke">#112233</CssParameter></Stroke></LineSymbolizer></Rule>';
    return Array.from({ length: 280 }, (_unused, index) =>
      Buffer.from(
        `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>${index}</Name><UserStyle><FeatureTypeStyle>${rule.repeat(1 + (index % 400))}</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`,
      ),
    );
  }
}

function isUsable(body: Buffer): boolean {
  try {
    return inspectStyle(body, "sld").format === "sld";
  } catch {
    return false;
  }
}

/**
 * An estate of one manifest and one SLD per style. Contents come again and again, unless each is to be `distinct`: then a
 * comment tells it from others.
 */
export function writeStyles(
  folder: string,
  size: number,
  cycled: readonly Buffer[],
  { distinct = false }: { readonly distinct?: boolean } = {},
): void {
  mkdirSync(folder);
  for (let index = 0; index < size; index++) {
    const name = `style-${String(index).padStart(5, "0")}`;
    const manifest = `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ./${name}.sld }\n`;
    writeFileSync(join(folder, `${name}.yaml`), manifest);
    const body = cycled[index % cycled.length] ?? Buffer.from("");
    const content = distinct ? Buffer.concat([body, Buffer.from(`<!-- ${index} -->\n`)]) : body;
    writeFileSync(join(folder, `${name}.sld`), content);
  }
}
