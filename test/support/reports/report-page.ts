/** Report pages, read strictly: what must be so of each, and the data that its script is given. */
import { createHash } from "node:crypto";
import type { PageData, PagePicture } from "../../../src/report-page/data.ts";
import { withXmlDocument } from "../../../src/wire/xml-document.ts";

/** Elements that a page has before its script runs. */
const ELEMENTS = new Set(
  "html head meta title style body a header main section h1 h2 h3 p ul li strong span code details summary div noscript script".split(
    " ",
  ),
);

/** What is wrong with a page: nothing where it is whole, loads nothing, and runs its own script alone. */
export function faultsOfPage(page: string): readonly string[] {
  const bare = page
    .replace(/^<!doctype html>\n/, "")
    .replaceAll(/(<(script|style)\b[^>]*>)[\s\S]*?(?=<\/\2>)/g, "$1");
  const tags = [...bare.matchAll(/<([a-z0-9]+)((?:\s[^<>]*)?)>/gi)];
  const names = tags.map(([, name = ""]) => name).filter((name) => !ELEMENTS.has(name));
  const attributes = tags.flatMap(([, , text = ""]) =>
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => ({ name, value })),
  );
  const active = attributes.filter(
    ({ name, value }) =>
      /^(?:on|style$|src|action|formaction)/.test(name) ||
      (name === "href" && !value.startsWith("#")),
  );
  const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  const allowed = [...page.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)].map(
    ([, name, text = ""]) =>
      `${name}-src 'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  const isClosed = policy.startsWith("default-src 'none'; ") && !/unsafe|https?:|\*/.test(policy);
  return [
    ...(page.startsWith("<!doctype html>\n<html") ? [] : ["begins as something else"]),
    ...wellFormed(bare),
    ...names.map((name) => `has an element ${name}`),
    ...active.map(({ name, value }) => `has ${name}=${value}`),
    ...(isClosed ? [] : [`lets more happen: ${policy}`]),
    ...(allowed.length === 2 ? [] : [`has ${allowed.length} scripts and styles`]),
    ...allowed.filter((one) => !policy.includes(one)).map((one) => `does not allow ${one}`),
  ];
}

/** A page is written so that it can be read as XML, too: every element is closed where it should be. */
function wellFormed(bare: string): readonly string[] {
  try {
    return withXmlDocument(Buffer.from(bare), () => []);
  } catch (error) {
    return [String(error)];
  }
}

/** What the script of a page is given. */
export function dataOfPage(page: string): PageData {
  const [, text = ""] =
    /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(page) ?? [];
  return JSON.parse(text) as PageData;
}

/** The pictures that a page holds, by the index of their object. */
export function picturesOfPage(page: string): ReadonlyMap<number, readonly PagePicture[]> {
  const found = page.matchAll(/<script type="application\/json" id="p(\d+)">([\s\S]*?)<\/script>/g);
  return new Map(
    [...found].map(([, index, text = ""]) => [
      Number(index),
      JSON.parse(text) as readonly PagePicture[],
    ]),
  );
}
