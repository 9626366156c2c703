/** Documents of runs for tests of reports, with texts that were made to break them. */
import type {
  ApplyDocument,
  ChangeDocument,
  DiagnosticDocument,
  PlanDocument,
} from "../../../src/reconciler/report/documents.ts";

/** A change of which nothing is said but what is given. */
export function changeOf(address: string, more: Partial<ChangeDocument> = {}): ChangeDocument {
  return {
    address,
    action: "update",
    formerly: null,
    adopts: false,
    owner: null,
    unowned: false,
    fields: [],
    because: null,
    goes_with: null,
    takes_along: [],
    comes_back: [],
    cannot_come_back: [],
    declared_at: null,
    ...more,
  };
}

/** A plan of some changes. */
export function planOf(
  changes: readonly ChangeDocument[],
  more: Partial<PlanDocument> = {},
): PlanDocument {
  const of = (action: ChangeDocument["action"]) =>
    changes.filter((change) => change.action === action).length;
  return {
    type: "plan",
    format_version: "1.0",
    estate: "roads",
    target: { url: "http://maps.test/geoserver", software: "geoserver", version: "2.28.1" },
    changes,
    takeovers: [],
    requests: changes.map(({ address }) => ({
      method: "PUT",
      path: "/styles/a",
      summary: `write ${address}`,
      serves: [address],
    })),
    orphans: [],
    consequences: [],
    left_alone: [],
    recovers: [],
    blocks: [],
    summary: {
      create: of("create"),
      update: of("update"),
      replace: of("replace"),
      delete: of("delete"),
      forget: of("forget"),
      unchanged: 0,
      adopt: 0,
      requests: changes.length,
    },
    digest: `sha256-${"0".repeat(64)}`,
    diagnostics: [],
    ...more,
  };
}

/** A diagnostic of which nothing is said but what is given. */
export function diagnosticOf(more: Partial<DiagnosticDocument> = {}): DiagnosticDocument {
  return {
    code: "manifest-invalid",
    severity: "error",
    message: "spec.source: a text is wanted",
    hint: null,
    file: "manifests/a.yaml",
    line: 3,
    column: 7,
    address: null,
    ...more,
  };
}

/** A run of a plan in which the request of each address ended in a given way. */
export function applyOf(
  plan: PlanDocument,
  fates: Readonly<Record<string, ApplyDocument["requests"][number]["outcome"]>>,
): ApplyDocument {
  const requests = plan.requests.map((request) => {
    const outcome = fates[request.serves[0] ?? ""] ?? "done";
    const answers = { done: 200, refused: 409, unknown: null, skipped: null };
    const message = outcome === "refused" ? "somebody else has it" : null;
    return { ...request, outcome, status: answers[outcome], message };
  });
  const isWhole = requests.every(({ outcome }) => outcome === "done");
  return {
    type: "apply",
    format_version: "1.0",
    run_id: "0b5d7a52-6f5e-4d0f-9a3c-2f6f0d6f4a11",
    plan,
    requests,
    rescues: [],
    lost: [],
    outcome: isWhole ? "applied" : "partial",
    diagnostics: [],
  };
}

/** Texts that were made to break out of a report. */
export const hostileTexts = [
  "a|b",
  "<img src=x onerror=alert(1)>",
  "</code></pre></details><script>",
  "`code` **bold** _it_ [link](http://evil.test) ![](x)",
  "first\n\n# second\r\n- third",
  "--> @everyone #1 &lt; &amp;",
  "]]> \u0000\u001b[31m\u202e\ufffe",
  "see https://evil.test or www.evil.test, mail me@evil.test :smile:",
  "日本語 ümläut 🗺",
];
