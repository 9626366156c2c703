/** Documents on accounts and the keystore password as servers of this family answer and take them. */
import { describe, expect, test } from "vitest";
import { parsePrincipals, parseUsers, renderUserInput } from "../../src/wire/account.ts";
import { parseKeystorePassword, renderKeystorePasswordChange } from "../../src/wire/keystore.ts";

const answer = (text: string, type = "application/xml") => ({
  status: 200,
  headers: { "content-type": type },
  body: new TextEncoder().encode(text),
});

describe("the keystore password", () => {
  test.for([
    [
      "XML",
      '<?xml version="1.0" encoding="UTF-8"?><masterPassword>\n    <oldMasterPassword>a &lt;b&gt; &amp;amp; c</oldMasterPassword>\n</masterPassword>',
      "application/xml",
    ],
    ["JSON", '{"oldMasterPassword":"a <b> &amp; c"}', "application/json"],
  ] as const)("is read from %s", ([, text, type]) => {
    expect(parseKeystorePassword(answer(text, type))).toBe("a <b> &amp; c");
  });

  test.for([
    [
      "broken XML",
      "<masterPassword><oldMasterPassword>canary &x; </masterPassword>",
      "application/xml",
    ],
    ["a page", "<html><body>canary</body></html>", "text/html"],
    [
      "an empty one",
      "<masterPassword><oldMasterPassword> </oldMasterPassword></masterPassword>",
      "application/xml",
    ],
  ] as const)("%s is refused without a word of it", ([, text, type]) => {
    const read = () => parseKeystorePassword(answer(text, type));
    expect(read).toThrow(/^The answer holds no keystore password$/);
  });

  test("a change names both", () => {
    expect(renderKeystorePasswordChange({ old: "a <b> & c", next: "d" })).toBe(
      "<masterPassword><oldMasterPassword>a &lt;b&gt; &amp; c</oldMasterPassword><newMasterPassword>d</newMasterPassword></masterPassword>",
    );
  });
});

describe("accounts", () => {
  test("a list", () => {
    const text =
      "<users><user><userName>u</userName><enabled>true</enabled></user><user><userName>007</userName><enabled>false</enabled></user></users>";
    expect(parseUsers(answer(text))).toEqual([
      { userName: "u", enabled: true },
      { userName: "007", enabled: false },
    ]);
  });

  test.for([
    ["<roles><role>ADMIN</role></roles>", "role", ["ADMIN"]],
    ["<groups><group>g</group><group>h</group></groups>", "group", ["g", "h"]],
    ["<groups/>", "group", []],
  ] as const)("names in %s", ([text, noun, names]) => {
    expect(parsePrincipals(noun, answer(text))).toEqual(names);
  });

  test("what creates one, and what changes a part of one", () => {
    expect(renderUserInput({ userName: "u", password: "p & q", enabled: true })).toBe(
      "<user><userName>u</userName><password>p &amp; q</password><enabled>true</enabled></user>",
    );
    expect(renderUserInput({ enabled: false })).toBe("<user><enabled>false</enabled></user>");
  });
});
