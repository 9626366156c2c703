/** What has to hold of every run of a command. */
import { formatAddress } from "../../../src/model/address.ts";
import { hasErrors } from "../../../src/model/diagnostic.ts";
import { pathWithQuery, type WireRequest } from "../../../src/wire/request.ts";
import { ofKind } from "../draw/draft.ts";
import type { Step } from "../history.ts";
import { isStopped, type Ended } from "./command.ts";
import type { Dump } from "./dump.ts";
import type { World } from "../oracle/world.ts";
import { isOfRestRules, isRefusedSpelling } from "../../support/servers/refused-spellings.ts";
import { isOfState, isRead, type Served } from "./wire.ts";

/** What does not hold. */
export interface Finding {
  /** Which of the claims. */
  readonly check: string;
  readonly told: string;
}

/** What a server holds at the beginning or the end of a step. */
export interface Look {
  readonly world: World;
  readonly dump: Dump;
}

/** An undisturbed run does what its plan says, all of it and nothing else. */
export function judgeRun(ended: Ended): Finding | undefined {
  const { wire, planned, result, error } = ended;
  const writes = wire.served.filter(({ request }) => !isRead(request));
  const sent = writes.filter(({ request }) => !isOfState(request));
  if (error !== undefined) return { check: "a command throws", told: error.stack ?? error.message };
  if (isStopped(ended)) {
    if (writes.length === 0) return undefined;
    return { check: "a plan that is stopped is run", told: writes.map(said).join("\n") };
  }
  const reports = result?.execution.reports ?? [];
  const undone = reports.filter(({ outcome }) => outcome !== "done");
  const told = [
    ...undone.map(
      ({ step: one, outcome, status, message }) =>
        `${one.summary}: ${outcome} ${status} ${message}`,
    ),
    ...(result?.diagnostics ?? []).map(({ code, message }) => `${code}: ${message}`),
  ];
  if (told.length > 0 || result?.converged !== true)
    return { check: "a plan that nothing stops does not converge", told: told.join("\n") };
  const plan = (planned?.plan?.steps ?? []).map(said);
  const { done, refused } = doneOf(sent, plan);
  if (done.toSorted().join("\n") !== plan.toSorted().join("\n") || refused > 1)
    return {
      check: "what is sent is not what is planned",
      told: [
        "planned:",
        ...plan,
        "sent:",
        ...sent.map((one) => `${said(one)}: ${one.status}`),
      ].join("\n"),
    };
  return undefined;
}

/** The file of rules on requests, which takes a rule that a container refuses in every spelling. */
const RULES_FILE = "PUT /resource/security/rest.properties";

const OF_REST_RULES = /^[A-Z]+ \/security\/acl\/rest/;

/**
 * What was done, by the requests that were planned for it, and how many requests were refused beside these: a container
 * that refuses one spelling of an address does so once in a run. Where it refuses every spelling of a rule, this rule and
 * all later ones go to the file.
 */
function doneOf(
  sent: readonly Served[],
  plan: readonly string[],
): {
  readonly done: readonly string[];
  readonly refused: number;
} {
  const isRefused = ({ request: { path }, status }: Served) => isRefusedSpelling(path, status);
  const refused = sent.filter(isRefused).map(said);
  const twice = refused.filter((one, index) => refused.indexOf(one) !== index);
  const accepted = sent.filter((one) => !isRefused(one)).map(said);
  const byFile = plan.filter((one) => OF_REST_RULES.test(one) && !accepted.includes(one));
  const done = accepted.map((one) => (one === RULES_FILE ? (byFile.shift() ?? one) : one));
  return { done, refused: refused.length - 2 * twice.length };
}

/** A run with faults sends nothing beyond its plan but what puts back what a failure left. */
export function judgeDisturbed({ wire, planned, result }: Ended): Finding | undefined {
  if (result === undefined) return undefined;
  const steps = [
    ...(planned?.plan?.steps ?? []),
    ...result.execution.rollbacks.map(({ step }) => step),
  ];
  const ofRules = steps.some(({ request }) => isOfRestRules(request.path));
  const known = new Set([...steps.map(said), ...(ofRules ? [RULES_FILE] : [])]);
  const beyond = wire.served.filter(
    (one) => !isRead(one.request) && !isOfState(one.request) && !known.has(said(one)),
  );
  if (beyond.length === 0) return undefined;
  return { check: "a run sends what is not planned", told: beyond.map(said).join("\n") };
}

/** No fault lifts what stops a plan. */
export function judgeLifted({ result }: Ended, undisturbed: Ended): Finding | undefined {
  const blocked = (undisturbed.planned?.plan?.blocks ?? []).flatMap(({ about = [] }) => about);
  const guarded = new Set(blocked.map(formatAddress));
  const touched = (result?.execution.reports ?? []).filter(({ step }) =>
    step.addresses.some((address) => guarded.has(formatAddress(address))),
  );
  if (touched.length === 0) return undefined;
  const told = touched.map(({ step }) => step.summary).join("\n");
  return { check: "a run touches what stops its plan", told };
}

/** A request by what it names: another spelling of an address takes the place of one that a container refused. */
function said({ request }: { readonly request: WireRequest }): string {
  const once = decodeURIComponent(pathWithQuery(request));
  return `${request.method} ${decodeURIComponent(once)}`;
}

/** A plan after an apply is empty. */
export function judgeEnd({ planned, error }: Ended): Finding | undefined {
  if (error !== undefined)
    return { check: "a plan after an apply throws", told: error.stack ?? error.message };
  const { plan, diagnostics } = planned ?? {};
  const errors = (diagnostics ?? []).filter(({ severity }) => severity === "error");
  const told = [
    ...(plan?.steps ?? []).map(
      ({ summary, request }) => `${summary}: ${request.method} ${request.path}`,
    ),
    ...(plan?.blocks ?? []).map(({ message }) => message),
    ...errors.map(({ code, message }) => `${code}: ${message}`),
  ];
  if (told.length === 0 && plan !== undefined && !hasErrors(diagnostics ?? [])) return undefined;
  return { check: "a plan after an apply is not empty", told: told.join("\n") };
}

/** What sorts of documents the names of estates are looked for in: files may outlive what they are of. */
const OF_FILES = /^(?:files |\/resource\/|indexes |databases |disk )/;

/** What an estate declared and declares no more is gone, where it prunes. */
export function judgePruned(
  { prune, only }: Pick<Step, "prune" | "only">,
  dropped: ReadonlySet<string>,
  { dump }: Look,
): Finding | undefined {
  if (prune === "none" || only !== undefined || dropped.size === 0) return undefined;
  const left = [...dump.keys()].filter(
    (key) => !OF_FILES.test(key) && [...namesIn(key)].some((name) => dropped.has(name)),
  );
  if (left.length === 0) return undefined;
  return { check: "what is declared no more is left", told: left.join("\n") };
}

/** Names that are drawn: each stands for one thing. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/(?<![A-Za-z0-9_])[A-Za-z]+\d+(?![A-Za-z0-9_])/g));
}

/** Rules of others stay, and rules that nobody declares do not appear; what others made is as it was. */
export function leftBehind({ things }: Step, before: Look, after: Look): Finding | undefined {
  const declared = new Set(
    ofKind(things, "AccessRules").flatMap(({ spec }) => Object.keys(spec["rules"] ?? {})),
  );
  for (const domain of ["layers", "services", "rest"] as const) {
    const known = new Set(before.world.rules[domain].map(([key]) => key));
    const left = after.world.rules[domain].filter(([key]) => !known.has(key) && !declared.has(key));
    // A workspace that has another name takes its rules along, whoever made them.
    const own = left.filter(([, roles]) => roles.join() === "ROLE_ADMINISTRATOR");
    if (own.length > 0)
      return { check: "a temporary rule is left", told: own.map(([key]) => key).join("\n") };
  }
  const rulesOf = ({ world }: Look) =>
    world.rules.layers.filter(([key]) => key.startsWith("theirs.")).map(String);
  if (rulesOf(before).toSorted().join() !== rulesOf(after).toSorted().join())
    return { check: "what others made is touched", told: rulesOf(after).join("\n") };
  const touched = [...before.dump].filter(
    ([path, text]) => /\btheirs\b/.test(path) && after.dump.get(path) !== text,
  );
  if (touched.length > 0)
    return {
      check: "what others made is touched",
      told: touched
        .map(([path, text]) => `${path}\n- ${text}\n+ ${after.dump.get(path)}`)
        .join("\n"),
    };
  return undefined;
}
