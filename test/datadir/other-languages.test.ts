/** Styles in other languages than SLD: manifests hold them; of others they are there, so what refers to them is imported, and they are told. */
import { expect, test } from "vitest";
import { formatAddress } from "../../src/model/address.ts";
import { importCatalog } from "../../src/reconciler/import/import.ts";
import { openedFiles, remarksOf } from "./open.ts";
import { smallDirectory } from "./small-directory.ts";

/** The directory, with the style for lines in a language: a layer and groups draw with it. */
function linesIn(language: string, saysFormat: boolean): Readonly<Record<string, string>> {
  const { "styles/line.sld": _sld, ...others } = smallDirectory;
  const format = saysFormat ? `<format>${language}</format>` : "";
  return {
    ...others,
    "styles/line.xml": `<style><id>style-line</id><name>line</name>${format}<filename>line.${language}</filename></style>`,
    [`styles/line.${language}`]: "{}",
  };
}

test.for([
  ["ysld", true],
  ["mbstyle", true],
  ["ysld", false],
] as const)("%s, with a format: %s, is declared", async ([language, saysFormat]) => {
  const { read, server } = await openedFiles(linesIn(language, saysFormat));
  const { files } = await importCatalog({ read, server, account: "" }, { statedOnly: true });
  const text = (end: string) =>
    Buffer.from([...files].find(([path]) => path.endsWith(end))?.[1] ?? "").toString();
  expect(text("styles/line.yaml")).toContain(`source: ./line.${language}`);
  expect(text(`styles/line.${language}`)).toBe("{}");
});

test.for([["future", true]] as const)("%s, with a format: %s", async ([language, saysFormat]) => {
  const importOf = async (files: Readonly<Record<string, string>>) => {
    const { read, server, notes } = await openedFiles(files);
    const imported = await importCatalog({ read, server, account: "" }, { statedOnly: true });
    return { ...imported, notes, remarks: remarksOf({ notes } as Parameters<typeof remarksOf>[0]) };
  };
  const usual = await importOf(smallDirectory);
  const other = await importOf(linesIn(language, saysFormat));
  const named = ({ objects }: typeof usual) => objects.map(({ address }) => formatAddress(address));
  expect(named(other)).toEqual(named(usual).filter((name) => name !== "Style/line"));
  expect(other.remarks.filter((text) => text.includes("style"))).toEqual(
    usual.remarks.filter((text) => text.includes("style")),
  );
  const text = [...other.files].map(([, bytes]) => Buffer.from(bytes).toString()).join("\n");
  expect(text).toContain("defaultStyle: line\n");
  expect(other.undeclared).toContainEqual({
    address: { kind: "Style", workspace: null, name: "line" },
    reason: expect.stringContaining(
      `It is written in ${language}; manifests take SLD, CSS, YSLD, MBStyle`,
    ) as unknown,
    referable: true,
  });
});
