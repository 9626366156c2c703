/** Secrets in files of a server: a variable stands where each was, and every other byte stays. */
import { expect, test } from "vitest";
import { hideSecrets } from "../../src/reconciler/kinds/artefact/hide.ts";

const OWNER = { kind: "AppSchemaStore", workspace: "geo", name: "wells" };

const hide = (file: string, content: string | Uint8Array) => {
  const hidden = hideSecrets(OWNER, new Map([[file, Buffer.from(content as string)]]));
  if (typeof hidden === "string") return hidden;
  const text = Buffer.from(hidden.files.get(file) ?? []).toString("latin1");
  return [text, ...hidden.secrets.map(({ variable, what }) => `${variable}: ${what}`)];
};

const parameter = (name: string, value: string, prefix = "") =>
  `<${prefix}Parameter>\n <${prefix}name>${name}</${prefix}name>\n <${prefix}value>${value}</${prefix}value></${prefix}Parameter>`;

const PLACE = "${{ var.GEO_WELLS_PASSWD }}";

test.for<[what: string, file: string, before: string, after: string]>([
  ["a parameter", "a.xml", parameter("passwd", "s&amp;cret"), parameter("passwd", PLACE)],
  ["with a prefix", "a.xml", parameter("passwd", "x", "as:"), parameter("passwd", PLACE, "as:")],
  [
    "as character data",
    "a.appschema",
    parameter("passwd", "<![CDATA[<x>]]>"),
    parameter("passwd", PLACE),
  ],
  [
    "in a comment",
    "a.xml",
    `<!-- ${parameter("passwd", "x")} -->`,
    `<!-- ${parameter("passwd", PLACE)} -->`,
  ],
  ["a property", "a.properties", "host=h\r\npasswd = x y\r\n", `host=h\r\npasswd = ${PLACE}\r\n`],
  ["a property that is commented out", "a.properties", "# passwd: x\n", `# passwd: ${PLACE}\n`],
])("%s", ([, file, before, after]) => {
  expect(hide(file, before)).toEqual([after, "GEO_WELLS_PASSWD: passwd"]);
});

test.for<[what: string, file: string, content: string]>([
  ["what the server fills in", "a.xml", parameter("passwd", "${db.passwd}")],
  ["an empty one", "a.properties", "passwd=\n"],
  ["other parameters", "a.xml", parameter("Expose primary keys", "true")],
  ["files that are no text", "a.dat", "passwd=x"],
])("%s stays", ([, file, content]) => {
  expect(hide(file, content)).toEqual([content]);
});

test("equal secrets share a variable, others have their own", () => {
  const text = ["one", "two", "one"].map((value) => parameter("passwd", value)).join("");
  const [first, second] = [PLACE, PLACE.replace("PASSWD", "PASSWD_2")];
  expect(hide("a.xml", text)).toEqual([
    [first, second, first].map((place) => parameter("passwd", place)).join(""),
    "GEO_WELLS_PASSWD: passwd",
    "GEO_WELLS_PASSWD_2: passwd 2",
  ]);
});

test("what nobody can read, or would be filled in later, is not written down", () => {
  expect(hide("a.xml", Buffer.from("\ufeff<a/>", "utf16le"))).toBe(
    "a.xml is written in UTF-16, so its content cannot be checked",
  );
  expect(hide("a.xml", `${parameter("passwd", "x")}\${{ mine }}`)).toContain("of its own");
});
