/** Plans of many new styles: what is said of each. */
import { expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { sld } from "../support/estates/artefacts.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";

const COUNT = 150;

/** Of each ten one is broken, one has a mistake in it, and one is a sheet with one. */
function contentOf(index: number): { readonly name: string; readonly text: string } {
  const name = `s${String(index).padStart(3, "0")}`;
  const text = sld({ name });
  if (index % 10 === 3) return { name: `${name}.sld`, text: text.replace("</UserStyle>", "") };
  if (index % 10 === 5)
    return { name: `${name}.sld`, text: text.replaceAll("LineSymbolizer", "LineSymboliser") };
  if (index % 10 === 7) return { name: `${name}.css`, text: `* { stroke: red; wdth: ${index}; }` };
  return { name: `${name}.sld`, text };
}

function folderOf(count: number): string {
  const folder = temporaryFolder();
  const files = Array.from({ length: count }, (_unused, index) => contentOf(index));
  writeFiles(folder, Object.fromEntries(files.map(({ name, text }) => [name, text])));
  for (const { name } of files)
    writeFiles(folder, {
      [`${name}.yaml`]: `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name.replace(/\.\w+$/, "")} }\nspec: { source: ./${name} }\n`,
    });
  return folder;
}

/** What a plan of all says of each, and what its requests are sent as, where the estate owns the first. */
async function planned(count: number) {
  const { app } = await startCatalog();
  await applyFolder(app, folderOf(1));
  const folder = folderOf(count);
  const { diagnostics, plan } = await planEstate(estateOf(folder, {}), await connectTo(app));
  const told = diagnostics.map(({ code, address, where }) => `${address} ${code} ${where?.line}`);
  return { told: told.toSorted(), types: plan?.steps.map(({ request }) => request.mediaType) };
}

const wanted = (count: number) =>
  Array.from({ length: count }, (_unused, index) => index).flatMap((index) => {
    const address = `Style/s${String(index).padStart(3, "0")}`;
    const said: Readonly<Record<number, string>> = {
      3: "style-invalid 5",
      5: "passed-over 3",
      7: "passed-over 1",
    };
    const text = said[index % 10];
    return text === undefined ? [] : [`${address} ${text}`];
  });

test("each of many is told what is wrong with it, and what is sent of it", async () => {
  const { told, types } = await planned(COUNT);
  expect(told).toEqual(wanted(COUNT));
  expect(types).toHaveLength(COUNT * 0.9 - 1);
});
