/** SLDs of sheets are made once, and what was asked for last is kept. */
import { expect, test } from "vitest";
import { parsing as limits } from "../../src/model/limits.ts";
import { openTranslations } from "../../src/server/parsing/translations.ts";

const bytesOf = (text: string) => async () => new TextEncoder().encode(text);

function translations(sldOf: (sheet: string) => string = (sheet) => `<${sheet}>`) {
  const made: string[] = [];
  const translate = openTranslations({
    translation: async (bytes) => {
      const sheet = new TextDecoder().decode(bytes);
      made.push(sheet);
      return sldOf(sheet);
    },
  });
  return { made, sld: (sheet: string) => translate(sheet, bytesOf(sheet)) };
}

test("a sheet is translated once, also for those who ask at the same time", async () => {
  const { made, sld } = translations();
  expect(await Promise.all([sld("a"), sld("a"), sld("b")])).toEqual(["<a>", "<a>", "<b>"]);
  expect(await sld("a")).toBe("<a>");
  expect(made).toEqual(["a", "b"]);
});

test("a failure is reported and not kept", async () => {
  let isBroken = true;
  const { made, sld } = translations((sheet) => {
    if (isBroken) throw new Error("broken");
    return sheet;
  });
  await expect(sld("a")).rejects.toThrow("broken");
  isBroken = false;
  expect(await sld("a")).toBe("a");
  expect(made).toEqual(["a", "a"]);
});

test("beyond the number that is kept, what nobody asked for longest is made again", async () => {
  const { made, sld } = translations();
  for (let index = 0; index < limits.translations; index++) await sld(`s${index}`);
  await sld("s0");
  await sld("one more");
  made.length = 0;
  await sld("s0");
  expect(made).toEqual([]);
  await sld("s1");
  expect(made).toEqual(["s1"]);
});

test("large ones make room", async () => {
  const { made, sld } = translations(() => "x".repeat(limits.translationsBytes / 2 + 1));
  for (const sheet of ["a", "b", "c"]) await sld(sheet);
  made.length = 0;
  await sld("c");
  expect(made).toEqual([]);
  await sld("a");
  expect(made).toEqual(["a"]);
});
