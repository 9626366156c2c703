/** Images of styles in imports: found as an apply finds them, and one that cannot be had costs nothing else. */
import { expect, test } from "vitest";
import { compareText } from "../../src/model/address.ts";
import { importCatalog } from "../../src/reconciler/import/import.ts";
import { PNG, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

function graphic(href: string): string {
  const image = `<ExternalGraphic><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="${href}"/><Format>image/png</Format></ExternalGraphic>`;
  const symbolizer = `<PointSymbolizer><Graphic>${image}</Graphic></PointSymbolizer>`;
  return sld().replace(/<LineSymbolizer>.*<\/LineSymbolizer>/s, symbolizer);
}

/** What an import says of a style whose image the server has not. */
async function importWithout(app: Parameters<typeof connectTo>[0]) {
  const url = `/geoserver/rest/resource/styles/${encodeURIComponent("straße.png")}`;
  await app.inject({ method: "DELETE", url, headers: { authorization: AUTHORIZATION } });
  const { objects } = await importCatalog(await connectTo(app, "import"));
  const found = objects.find(({ address }) => address.name === "letters");
  return { notes: found?.notes, missing: found?.missing };
}

test.for(["documented", "geoserver"] as const)("%s", async (dialect) => {
  const { app } = await startCatalog({ dialect });
  const hrefs = {
    above: "../icons/a.png",
    backslash: "icons\\a.png",
    share: "\\\\srv\\share\\a.png",
    long: `${"a".repeat(300)}.png`,
    encoded: "my%20icon.png",
    entity: "a&amp;b.png",
    letters: "straße.png",
  };
  const folder = temporaryFolder();
  for (const [name, href] of Object.entries(hrefs))
    writeFiles(folder, {
      [`${name}.yaml`]: manifest("Style", { name }, { source: `./${name}.sld` }),
      [`${name}.sld`]: graphic(href),
    });
  const { planned, result } = await applyFolder(app, folder);
  expect(planned.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(result?.converged).toBe(true);
  for (const name of ["my icon.png", "a&b.png", "straße.png"]) {
    const url = `/geoserver/rest/resource/styles/${encodeURIComponent(name)}`;
    const headers = { authorization: AUTHORIZATION, "content-type": "image/png" };
    const { statusCode } = await app.inject({
      method: "PUT",
      url,
      headers,
      payload: Buffer.from(PNG),
    });
    expect(statusCode).toBe(201);
  }
  const { objects, files, undeclared } = await importCatalog(await connectTo(app, "import"));
  const styles = objects.filter(({ address }) => address.kind === "Style");
  expect(styles.map(({ address }) => address.name)).toEqual(
    expect.arrayContaining(Object.keys(hrefs)),
  );
  const missing = Object.fromEntries(styles.map((one) => [one.address.name, one.missing]));
  const there = { encoded: [], entity: [], letters: [], above: [] };
  expect(missing).toMatchObject({ ...there, long: [`the image ${hrefs.long}`] });
  const notes = Object.fromEntries(styles.map((one) => [one.address.name, one.notes]));
  for (const name of ["above", "backslash", "share"] as const)
    expect(notes[name]).toEqual([
      `the image ${hrefs[name]}: its path does not lead below the folder of styles`,
    ]);
  const gone = await importWithout(app);
  expect(gone).toEqual({ notes: [], missing: ["the image straße.png"] });
  const images = [...files.keys()].filter((path) => path.endsWith(".png"));
  expect(images.map((path) => path.split("/").at(-1) ?? "").toSorted(compareText)).toEqual([
    "a&b.png",
    "my icon.png",
    "straße.png",
  ]);
  expect(undeclared.filter(({ everywhere }) => everywhere !== true)).toEqual([]);
});
