/**
 * What the entry of a style says is kept by every change of it, on a server that takes what the body of a PUT leaves
 * out for that of a new style: SLD 1.0 without metadata.
 */
import { expect, onTestFinished, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const CSS = "* { mark: symbol(circle); }";
const SLD =
  '<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>n</Name></NamedLayer></StyledLayerDescriptor>';
const NEWER = SLD.replace("1.0.0", "1.1.0");
const contents = { css: CSS, sld: SLD, "sld 1.1": NEWER } as const;
type Language = keyof typeof contents;

const legend = { url: "legend.png", format: "image/png", width: 20, height: 21 };

/** One change after the other: what the manifest says beside the content, and the name. */
const changes: Readonly<
  Record<string, readonly { readonly name?: string; readonly spec: object }[]>
> = {
  "metadata of a style that is there": [{ spec: {} }, { spec: { metadata: { a: "b" } } }],
  "metadata of a new style": [{ spec: { metadata: { a: "b" } } }],
  "a legend of a style that is there": [{ spec: {} }, { spec: { legend } }],
  "a legend beside metadata": [
    { spec: { metadata: { a: "b" } } },
    { spec: { metadata: { a: "b" }, legend } },
  ],
  "metadata beside a legend": [
    { spec: { legend } },
    { spec: { metadata: { a: "b" }, legend } },
    { spec: { metadata: { a: "c" }, legend } },
  ],
  "another name": [{ spec: { legend, metadata: { a: "b" } } }, { name: "t", spec: { legend } }],
  "another name and another legend": [
    { spec: { legend, metadata: { a: "b" } } },
    { name: "t", spec: { legend: { ...legend, width: 5 } } },
  ],
};

const files = (language: Language, { name = "s", spec }: { name?: string; spec: object }) => {
  const file = `./s.${language.slice(0, 3)}`;
  const former = name === "s" ? {} : { previousName: "s" };
  return {
    "s.yaml": manifest("Style", { name, ...former }, { source: file, ...spec }),
    [file]: contents[language],
  };
};

const languages = Object.keys(contents) as Language[];

test.for(
  languages.flatMap((language) => Object.keys(changes).map((key) => [language, key] as const)),
)("%s: %s", async ([language, key]) => {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  for (const one of changes[key] ?? []) {
    writeFiles(folder, files(language, one));
    const { result } = await applyFolder(app, folder);
    expect(result?.converged, JSON.stringify(result?.diagnostics)).toBe(true);
    expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
  }
  const [style, ...others] = [...state.styles.values()].filter(({ name }) => /^[st]$/.test(name));
  expect(others).toEqual([]);
  expect(style?.format).toBe(language.slice(0, 3));
  expect(style?.version).toBe(language === "sld 1.1" ? "1.1.0" : "1.0.0");
  expect(style?.fileName).toBe(`${style?.name}.${style?.format}`);
});

test("what nobody declares of an entry stays", async () => {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  writeFiles(folder, files("css", { spec: {} }));
  await applyFolder(app, folder);
  await app.inject({
    method: "PUT",
    url: "/rest/styles/s",
    headers: { authorization: AUTHORIZATION, "content-type": "text/xml" },
    payload:
      '<style><format>css</format><metadata><entry key="by">hand</entry></metadata><legend><width>9</width><height>8</height><format>image/png</format><onlineResource>x.png</onlineResource></legend></style>',
  });
  writeFiles(folder, files("css", { name: "t", spec: { metadata: { a: "b" } } }));
  await applyFolder(app, folder);
  const fields = [...state.styles.values()].find(({ name }) => name === "t")?.fields;
  expect(fields?.get("metadata")).toContain("hand");
  expect(fields?.get("legend")).toContain("x.png");
});
