/**
 * What everybody is to get of a path: written by hand from docs/compatibility.md, "Who sees what" and
 * "Pages of other sites". An answer is right when it says nothing that its account may not know; so those
 * of hidden things are compared with those of things that are not there, byte for byte.
 */
import { words, type Asker, type Visibility } from "./matrix-catalog.ts";

/** A path by a method, in a catalog mode, below a root. */
export interface Cell {
  readonly mode: "HIDE" | "MIXED" | "CHALLENGE";
  readonly pattern: string;
  /** The methods that the description has for the path. */
  readonly operations: readonly string[];
  readonly method: string;
  readonly root: string;
}

/** An answer, as far as it is looked at. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** All answers of a cell. */
export interface Answers {
  readonly of: (asker: Asker, visibility: Visibility) => Answer;
  readonly visibilities: readonly Visibility[];
  readonly others: readonly FromOtherSite[];
}

/** What is answered to requests that a page of another site makes browsers send, of what is visible. */
export interface FromOtherSite extends Readonly<
  Record<"administrator" | "plain" | "anonymous", Answer>
> {
  readonly site: Readonly<Record<string, string>>;
}

/** What browsers say of a page that is not the server's own. */
export const otherSites: readonly Readonly<Record<string, string>>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "http://evil.example" },
  { origin: "null" },
  { origin: "http://evil.example", "sec-fetch-site": "cross-site" },
];

const administrative = [
  "fonts",
  "openapi",
  "plumbline",
  "reload",
  "reset",
  "resource",
  "security",
  "logging",
  "services",
  "settings",
  "templates",
  "urlchecks",
];
const reading = ["GET", "HEAD"];

/** Lists that are empty where their workspace is not seen, as where there is none. */
const emptyLists = [
  "/rest/workspaces/{workspace}/layers",
  "/rest/workspaces/{workspace}/featuretypes",
];

/** What the administrator reads, and gets something else than 200 of: it is not there, or never reported. */
const unread: Readonly<Record<string, number>> = {
  "/rest/about/status/{module}": 404,
  "/rest/plumbline/document-schemas/{workspace}/{store}/{internalStore}": 404,
  "/rest/plumbline/harvests/{harvest}": 404,
  "/rest/security/self/password": 405,
  "/rest/services/{ows}/workspaces/{workspace}/settings": 404,
};

/** What is wrong with the answers of a cell. */
export function faultsOf(cell: Cell, answers: Answers): readonly string[] {
  const { visibilities } = answers;
  const strangers = (["anonymous", "wrong", "disabled"] as const).flatMap((asker) =>
    visibilities.flatMap((of) =>
      prefixed(`${asker}, ${of}`, strangerFaults(asker, answers.of(asker, of))),
    ),
  );
  const accounts = (["plain", "ruled"] as const).flatMap((asker) =>
    visibilities.flatMap((of) =>
      prefixed(`${asker}, ${of}`, accountFaults(cell, answers, asker, of)),
    ),
  );
  const administrator = visibilities.flatMap((of) =>
    prefixed(`administrator, ${of}`, administratorFaults(cell, answers, of)),
  );
  return [...strangers, ...accounts, ...administrator, ...otherSiteFaults(cell, answers)];
}

function prefixed(who: string, faults: readonly (string | false)[]): readonly string[] {
  return faults.flatMap((fault) => (fault === false ? [] : [`${who}: ${fault}`]));
}

/** Nobody learns more than that credentials are needed, wrong, or have to wait. */
function strangerFaults(asker: Asker, { status, text, headers }: Answer) {
  const right = asker === "anonymous" ? [401] : [401, 429];
  const texts =
    /^(?:|Credentials are required|The user name or password is wrong|Too many failed logins.*)$/;
  return [
    !right.includes(status) && `${status}`,
    status === 401 && headers["www-authenticate"] === undefined && "no challenge",
    !texts.test(text) && text,
    (headers["etag"] ?? headers["location"] ?? headers["allow"]) !== undefined &&
      "it tells something",
  ];
}

/** Accounts that are no administrators: they read what the rules let them, and do nothing else. */
function accountFaults(cell: Cell, answers: Answers, asker: "plain" | "ruled", of: Visibility) {
  const answer = answers.of(asker, of);
  const right = answerOfRule(cell, answers, asker, of);
  const names = asker === "plain" && cell.mode !== "CHALLENGE" && of !== "hidden";
  return [
    !isLike(cell, answer, right) &&
      `${answer.status} ${answer.text}; not ${right.status} ${right.text}`,
    // Global styles are everybody's.
    names &&
      answer.text.replaceAll("veil-s", "").includes(words.hidden) &&
      `it names ${words.hidden}`,
  ];
}

type Expected = Pick<Answer, "status"> & { readonly text: string | RegExp };

/** What an account is to get. */
function answerOfRule(
  cell: Cell,
  answers: Answers,
  asker: "plain" | "ruled",
  of: Visibility,
): Expected {
  const { method, pattern, operations, mode } = cell;
  const [, , first = ""] = pattern.split("/");
  if (pattern === "/rest/security/self/password" && method === "PUT")
    return { status: 415, text: /^The body has no content type/ };
  if (pattern === "/rest/security/masterpw" && method === "PUT")
    return { status: 405, text: "Administrative privileges required" };
  const text = first === "security" ? "Administrative privileges required" : "Access is denied";
  const isForAdministrators =
    pattern.includes("/templates") ||
    pattern === "/rest/workspaces/{workspace}/settings" ||
    administrative.includes(first) ||
    pattern.startsWith("/gwc/rest/");
  if (!reading.includes(method) || isForAdministrators) return { status: 403, text };
  if (!operations.includes("GET")) return { status: 405, text: /^[A-Z]+ is not possible here/ };
  const isSeen = asker === "ruled" || of !== "hidden" || pattern === "/rest/styles/{style}";
  if (isSeen) {
    const whole = answers.of("administrator", of);
    const isShort = asker === "plain" && mode !== "CHALLENGE" && !pattern.includes("{");
    // Figures of the machine change from one request to the next.
    return isShort || pattern === "/rest/about/system-status"
      ? { status: whole.status, text: /^/ }
      : whole;
  }
  if (mode === "CHALLENGE") return answers.of("administrator", of);
  const absent = answers.of("plain", "absent");
  const isThere = pattern !== "/rest/about/status/{module}";
  if (mode === "MIXED" && isThere && !emptyLists.includes(pattern))
    return { status: 403, text: /./ };
  const { text: told } = absent;
  return { status: absent.status, text: told.replaceAll(words.absent, words.hidden) };
}

function isLike({ method }: Cell, answer: Answer, { status, text }: Expected): boolean {
  if (answer.status !== status) return false;
  if (method === "HEAD") return answer.text === "";
  return typeof text === "string" ? answer.text === text : text.test(answer.text);
}

const refusals = /^(?:Access is denied|Administrative privileges required|A page of another site)/;

/** The administrator does everything that is described, to hidden things as to others. */
function administratorFaults(
  { method, pattern, operations }: Cell,
  answers: Answers,
  of: Visibility,
) {
  const { status, text, headers } = answers.of("administrator", of);
  const described = method === "HEAD" ? "GET" : method;
  const common = [
    (status === 401 || status === 429 || status >= 500) && `${status} ${text}`,
    refusals.test(text) && text,
    of === "hidden" &&
      status !== answers.of("administrator", "visible").status &&
      `${status}, not as what is visible: ${text}`,
  ];
  if (!operations.includes(described))
    return [...common, (status !== 405 || headers["allow"] === undefined) && `${status} ${text}`];
  const isRead = reading.includes(method) && of !== "absent";
  const right = unread[pattern] ?? 200;
  return [...common, isRead && status !== right && `${status} ${text}`];
}

/** No page of another site changes anything, anyone who's browser it makes ask. */
function otherSiteFaults({ method }: Cell, answers: Answers): readonly string[] {
  const isRead = [...reading, "OPTIONS"].includes(method);
  return answers.others.flatMap(({ site, administrator, plain, anonymous }) => {
    const isRefused =
      administrator.status === 403 &&
      administrator.text.startsWith("A page of another site may not write here: ");
    const isUsual = administrator.status === answers.of("administrator", "visible").status;
    const rightOfPlain = isRead ? answers.of("plain", "visible").status : 403;
    const opened = [administrator, plain, anonymous].some(
      ({ headers }) => headers["access-control-allow-origin"] !== undefined,
    );
    return prefixed(JSON.stringify(site), [
      !(isRead ? isUsual : isRefused) &&
        `administrator: ${administrator.status} ${administrator.text}`,
      plain.status !== rightOfPlain && `plain: ${plain.status} ${plain.text}`,
      anonymous.status !== 401 && `anonymous: ${anonymous.status}`,
      opened && "it may be read there",
    ]);
  });
}
