/**
 * Changing rules on layers, requests and services never grants more to anybody than before or after.
 * Each change is played against a model written here: requests are decided by the first rule of a
 * list (sorted, or in the order of arrival as on a stock server), services and layers by the most special rule; who writes a layer has to read it, too.
 */
import fc from "fast-check";
import { together } from "../../src/model/exposure.ts";
import { describe, expect, test } from "vitest";
import { coversPath, segmentsOf } from "../../src/model/ant-pattern.ts";
import { compareRestRuleKeys } from "../../src/model/rest-rule.ts";
import type { AnyKind, ServerProfile, Step } from "../../src/reconciler/kind.ts";
import { accessRulesKind } from "../../src/reconciler/kinds/access-rules.ts";
import { restRulesKind } from "../../src/reconciler/kinds/rest-rules.ts";
import { serviceRulesKind } from "../../src/reconciler/kinds/service-rules.ts";
import { scale } from "../support/run/scale.ts";

type Rules = ReadonlyMap<string, readonly string[]>;

const ROLES = ["R1", "R2"];

/** What a request to a list of rules does to it; additions come last. */
function play(rules: Rules, { request }: Step, replaces: boolean): Rules {
  if (request.method === "DELETE") {
    let key = request.path.split("/").slice(4).join("/");
    while (key.includes("%")) key = decodeURIComponent(key);
    expect(rules.has(key), `DELETE ${key}`).toBe(true);
    return new Map([...rules].filter(([own]) => own !== key));
  }
  const text = request.body?.kind === "text" ? request.body.text : "";
  const rule = /<rule resource="([^"]+)"(?:\/>|>([^<]*)<\/rule>)/g;
  const sent = new Map(
    [...text.matchAll(rule)].map(([, key = "", roles = ""]) => [
      key,
      roles.split(",").filter((role) => role !== ""),
    ]),
  );
  if (request.method === "POST" && replaces) return sent;
  for (const key of sent.keys()) expect(rules.has(key)).toBe(request.method === "PUT");
  return new Map([...rules, ...sent]);
}

/** Which roles some rules let pass, by question; everybody passes where no rule decides. */
type Decide = (rules: Rules, question: string) => readonly string[] | undefined;

const passes = (roles: readonly string[] | undefined, role: string) =>
  roles === undefined || roles.includes("*") || roles.includes(role);

/** The first rule in an order decides. */
const firstOf =
  (order: (keys: readonly string[]) => readonly string[]): Decide =>
  (rules, question) => {
    const [method = "", path = ""] = question.split(" ");
    const first = order([...rules.keys()]).find((key) => {
      const [pattern = "", methods = ""] = key.split(":");
      return (
        methods.split(",").includes(method) && coversPath(segmentsOf(pattern), segmentsOf(path))
      );
    });
    return first === undefined ? undefined : rules.get(first);
  };

const deepest: Decide = (rules, question) => {
  const [service = ""] = question.split(".");
  const roles = [question, `${service}.*`, "*.*"].map((key) => rules.get(key));
  return roles.find((own) => own !== undefined);
};

/** Who may do all that the last part of a question names, such as `rw`. */
const closest: Decide = (rules, question) => {
  const [workspace = "", layer = "", modes = ""] = question.split(".");
  const each = modes
    .split("")
    .map((mode) =>
      [`${workspace}.${layer}.${mode}`, `${workspace}.*.${mode}`, `*.*.${mode}`]
        .map((key) => rules.get(key))
        .find((own) => own !== undefined),
    );
  return ["*", ...ROLES].filter((role) => each.every((roles) => passes(roles, role)));
};
const layerKeys = ["*.*", "w.*", "w.f", "w.g"].flatMap((place) => [`${place}.r`, `${place}.w`]);
const layers = ["w.f", "w.g", "v.f"].flatMap((place) =>
  ["r", "w", "rw"].map((one) => `${place}.${one}`),
);

const requestKeys = ["/**", "/a/**", "/a/*", "/a/b", "/*/b", "/c"].flatMap((pattern) =>
  ["GET", "PUT", "GET,PUT"].map((methods) => `${pattern}:${methods}`),
);
const requests = ["/a", "/a/b", "/a/c", "/d/b", "/c"].flatMap((path) => [
  `GET ${path}`,
  `PUT ${path}`,
]);
const serviceKeys = ["*.*", "x.*", "x.A", "x.B", "y.*", "y.A"];
const operations = ["x.A", "x.B", "x.C", "y.A", "y.B", "z.A"];

const profile = (more: Partial<ServerProfile>): ServerProfile => ({
  software: "plumbline",
  dialect: "geoserver",
  version: "1",
  resources: true,
  digests: false,
  ...more,
});

const sorted = (keys: readonly string[]) => keys.toSorted(compareRestRuleKeys);
const asArrived = (keys: readonly string[]) => keys;

const onLayers = (dialect: "documented" | "geoserver") => ({
  kind: accessRulesKind,
  keys: layerKeys,
  questions: layers,
  server: profile({ dialect }),
  decide: closest,
  list: asArrived,
});

const subjects: readonly (readonly [
  string,
  {
    readonly kind: AnyKind;
    readonly keys: readonly string[];
    readonly questions: readonly string[];
    readonly server: ServerProfile;
    readonly decide: Decide;
    /** Brings rules into the order of the server's list. */
    readonly list: (keys: readonly string[]) => readonly string[];
  },
])[] = [
  ["layers, documented", onLayers("documented")],
  ["layers, stock dialect", onLayers("geoserver")],
  [
    "requests, documented",
    {
      kind: restRulesKind,
      keys: requestKeys,
      questions: requests,
      server: profile({ dialect: "documented" }),
      decide: firstOf(sorted),
      list: sorted,
    },
  ],
  [
    "requests, stock dialect",
    {
      kind: restRulesKind,
      keys: requestKeys,
      questions: requests,
      server: profile({}),
      decide: firstOf(sorted),
      list: sorted,
    },
  ],
  [
    "requests, stock server",
    {
      kind: restRulesKind,
      keys: requestKeys,
      questions: requests,
      server: profile({ software: "geoserver" }),
      decide: firstOf(asArrived),
      list: asArrived,
    },
  ],
  [
    "services, documented",
    {
      kind: serviceRulesKind,
      keys: serviceKeys,
      questions: operations,
      server: profile({ dialect: "documented" }),
      decide: deepest,
      list: asArrived,
    },
  ],
  [
    "services, stock dialect",
    {
      kind: serviceRulesKind,
      keys: serviceKeys,
      questions: operations,
      server: profile({}),
      decide: deepest,
      list: asArrived,
    },
  ],
];

const asFacts = (rules: Rules) => new Map([...rules].map(([key, roles]) => [key, { roles }]));

describe.for(subjects)("%s", ([, { kind, keys, questions, server, decide, list }]) => {
  const ruleSet = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.subarray([...ROLES, "*"])), {
      selector: ([key]) => key,
    })
    .map(
      (rules): Rules =>
        new Map(rules.map(([key, roles]) => [key, roles.includes("*") ? ["*"] : roles])),
    );
  const replaces = server.dialect === "documented";

  test("never wider in between, and what was wanted in the end", () => {
    const property = fc.property(ruleSet, ruleSet, (arrived, wanted) => {
      const before: Rules = new Map(
        list([...arrived.keys()]).map((key) => [key, arrived.get(key) ?? []]),
      );
      const change = { before: asFacts(before), after: asFacts(wanted), etag: undefined };
      const steps = kind.set?.apply(change, server) ?? [];
      const states = steps.reduce<Rules[]>(
        (all, step) => [...all, play(all.at(-1) ?? before, step, replaces)],
        [before],
      );
      const after = states.at(-1) ?? before;
      expect(new Map(after)).toEqual(new Map(wanted));
      const whole = { before: asFacts(before), after: asFacts(after) };
      const { narrows, widens } = together(kind.set?.effects(whole) ?? []);
      const between = kind.set?.between?.(whole);
      const middle =
        between &&
        new Map([...between].map(([key, { roles }]) => [key, roles as readonly string[]]));
      for (const question of questions) {
        const [first, last] = [decide(before, question), decide(after, question)];
        for (const role of middle === undefined ? [] : [...ROLES, "nobody"]) {
          const sees = passes(decide(middle ?? before, question), role);
          if (sees && !(passes(first, role) && passes(last, role)))
            expect.unreachable(`${question} is open for ${role} between the two`);
        }
        for (const state of states) {
          const now = decide(state, question);
          for (const role of [...ROLES, "nobody"]) {
            const [was, is, will] = [first, now, last].map((roles) => passes(roles, role));
            // To call expect for each of millions would cost more than to ask.
            if (is && !was && !will) expect.unreachable(`${question} is wider for ${role}`);
            if (!narrows && was && !will) expect.unreachable(`${question} lost ${role}`);
            if (!widens && !was && will) expect.unreachable(`${question} gained ${role}`);
          }
        }
      }
    });
    fc.assert(property, { numRuns: scale({ test: 150, proof: 20_000 }), seed: 20261121 });
  }, 600_000);
});

test("of rules that are deleted one by one, those go first that close a layer", () => {
  const both = { "w.f.r": { roles: ["R1"] }, "w.f.w": { roles: ["R2"] } };
  const others = { "*.*.r": { roles: ["*"] }, "*.*.w": { roles: ["R1"] } };
  const [before, after] = [{ ...both, ...others }, others].map(
    (one) => new Map(Object.entries(one)),
  );
  const change = { before: before ?? new Map(), after: after ?? new Map(), etag: undefined };
  const steps = accessRulesKind.set?.apply(change, profile({ dialect: "geoserver" })) ?? [];
  const keys = steps.map(({ request: { method, path } }) => `${method} ${path.split("/").at(-1)}`);
  expect(keys).toEqual(["DELETE w.f.w", "DELETE w.f.r"]);
});
