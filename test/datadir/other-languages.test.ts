/** Styles in languages that no manifest holds are there: what refers to them is imported, and they are told. */
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
    [`styles/line.${language}`]: "lines: red",
  };
}

test.for([
  ["ysld", true],
  ["mbstyle", true],
  ["ysld", false],
  ["future", true],
] as const)("%s, with a format: %s", async ([language, saysFormat]) => {
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
      `It is written in ${language}; manifests take SLD and CSS`,
    ) as unknown,
    referable: true,
  });
});
