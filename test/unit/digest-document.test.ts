/** The digest document is made in pieces, and is the same as JSON made in one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { digestKinds } from "../../src/model/object-digest.ts";
import {
  digestPieces,
  parseScopes,
  readDigestsTogether,
  renderScopes,
  togetherPieces,
} from "../../src/wire/digest.ts";

const names = fc.oneof(
  fc.string(),
  fc.nat().map(String),
  fc.constantFrom("__proto__", "0", "00", "4294967294", "4294967295", "-1", "1.5", "1e3"),
);
const texts = fc.array(fc.tuple(names, fc.string())).map((entries) => new Map(entries));

test("pieces are the text of one object", () => {
  fc.assert(
    fc.property(texts, texts, texts, fc.option(fc.string()), (digests, exact, files, workspace) => {
      const scope = { kind: "Style", workspace } as const;
      const whole = JSON.stringify({
        ...scope,
        digests: Object.fromEntries(digests),
        exact: Object.fromEntries(exact),
        files: Object.fromEntries(files),
      });
      expect([...digestPieces(scope, { digests, exact, files })].join("")).toBe(whole);
    }),
    { seed: 72 },
  );
});

test("many are several pieces", () => {
  const digests = new Map(Array.from({ length: 1_201 }, (_none, at) => [`s${at}`, `d${at}`]));
  const found = { digests, exact: new Map<string, string>(), files: new Map<string, string>() };
  const pieces = [...digestPieces({ kind: "Style", workspace: null }, found)];
  expect(pieces.length).toBeGreaterThan(5);
  expect(JSON.parse(pieces.join(""))).toMatchObject({ digests: Object.fromEntries(digests) });
});

const scopes = fc.array(
  fc.record({
    kind: fc.constantFrom(...digestKinds),
    workspace: fc.option(
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom(",", ":", "%", "a b")),
    ),
  }),
  { minLength: 1 },
);

test("scopes are in a query what they were, each once", () => {
  fc.assert(
    fc.property(scopes, (given) => {
      const once = [...Map.groupBy(given, (one) => JSON.stringify(one)).values()].map(
        ([first]) => first,
      );
      expect(parseScopes(renderScopes([...given, ...given]))).toEqual(once);
    }),
    { seed: 83 },
  );
});

test("a document of several scopes gives each as it was, and of others nothing", async () => {
  const digests = new Map([["__proto__", "d"]]);
  const found = { digests, exact: digests, files: new Map<string, string>() };
  const here = { kind: "Style", workspace: "w" } as const;
  const body = Buffer.from([...togetherPieces([[here, found]])].join(""));
  const lookup = await readDigestsTogether(
    async () => ({ status: 200, headers: {}, body }),
    [here],
    { looks: true },
  );
  expect(lookup?.("Style", "w")).toEqual(found);
  expect(lookup?.("Style", null).exact.size).toBe(0);
  expect(lookup?.("Layer", "w").exact.size).toBe(0);
  expect([...togetherPieces([])].join("")).toBe('{"scopes":[]}');
});

test("more scopes than a query takes are asked for without naming them", async () => {
  const many = Array.from(
    { length: 1_000 },
    (_none, at) => ({ kind: "Style", workspace: `w${at}` }) as const,
  );
  const asked: unknown[] = [];
  const body = Buffer.from('{"scopes":[]}');
  await readDigestsTogether(
    async ({ query }) => {
      asked.push(query);
      return { status: 200, headers: {}, body };
    },
    many,
    { looks: true },
  );
  expect(asked).toEqual([{}]);
});
