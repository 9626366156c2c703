/** Status, waiting plans and drift of a watch. */
import { button, element, section, status, table, type Child } from "./element.ts";
import type { Drifted, LastPass, WaitingPlan, WatchRest, WatchStatus } from "./watch-rest.ts";

/** `act` runs a request, reports its result, and reads the status again. */
export interface WatchActs {
  readonly watch: WatchRest;
  readonly act: (work: () => Promise<void>, done: string) => void;
}

export function watchView(found: WatchStatus, acts: WatchActs): readonly Child[] {
  const { last_pass: pass, waiting } = found;
  return [
    section("Status", ...healthOf(found)),
    section("Waiting plans", ...waitingView(waiting, acts)),
    ...(pass === null ? [] : passSections(pass)),
  ];
}

function healthOf(found: WatchStatus): readonly Child[] {
  const { ready, state, reasons, server_reachable: isReachable } = found;
  const rows = [
    ["State", state],
    ["Ready", ready ? "yes" : "no"],
    ["Server", isReachable ? "reachable" : "unreachable"],
    ["Last in sync", timeText(found.last_success_at)],
    ...reasons.map((reason) => ["Not ready because", reason]),
  ];
  return [table("Status", ["Item", "Value"], rows)];
}

function waitingView(waiting: readonly WaitingPlan[], acts: WatchActs): readonly Child[] {
  if (waiting.length === 0) return [element("p", {}, "No plan is waiting for approval.")];
  return waiting.map((plan) => planView(plan, acts));
}

/** A plan with its blocks and its report page. */
function planView(waiting: WaitingPlan, acts: WatchActs): Child {
  const { digest, created, blocks } = waiting;
  return element(
    "article",
    { class: "plan" },
    element("h3", {}, digest.slice(0, SHOWN_DIGITS)),
    element("p", {}, `Waiting since ${timeText(created)}. Blocked by:`),
    element("ul", {}, ...blocks.map((block) => element("li", {}, block))),
    reportOf(digest, acts),
    approvalOf(waiting, acts),
  );
}

/** The report in a frame of its own origin, which cannot reach the token of this page. */
function reportOf(digest: string, { watch }: WatchActs): Child {
  const place = element("div", {}, status("The report is being loaded."));
  watch.page(digest).then(
    (srcdoc) =>
      place.replaceChildren(
        element("iframe", { srcdoc, sandbox: "allow-scripts", title: "The plan", class: "report" }),
      ),
    (error: unknown) => place.replaceChildren(status(String(error))),
  );
  return place;
}

/** Names what goes and asks again, because an approval releases a blocked plan. */
function approvalOf({ digest, plan }: WaitingPlan, { watch, act }: WatchActs): Child {
  const gone = plan.changes.filter(({ action }) => action === "delete" || action === "replace");
  const named = gone.slice(0, NAMED).map(({ address }) => address);
  const more = gone.length > NAMED ? ` and ${gone.length - NAMED} more` : "";
  const yes = gone.length === 0 ? "approve this plan" : `delete ${named.join(", ")}${more}`;
  const approve = button(`Yes, ${yes}`, () =>
    act(() => watch.approve(digest), "Approved. The watch applies the plan next."),
  );
  const lines = gone.map(({ address, action }) =>
    element("li", {}, action === "delete" ? "Deletes " : "Deletes and makes again ", address),
  );
  const summary = element("summary", {}, "Approve …");
  const question = element(
    "details",
    {},
    summary,
    gone.length === 0 ? element("p", {}, "It deletes nothing.") : element("ul", {}, ...lines),
    element("p", {}, "Approve it?"),
    approve,
  );
  question.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    question.open = false;
    summary.focus();
  });
  return question;
}

/** Objects that a button names. */
const NAMED = 5;

/** The shown start of a digest: its name and sixteen digits. */
const SHOWN_DIGITS = 23;

function passSections(pass: LastPass): readonly Child[] {
  const { drifted, objects } = pass;
  const others = objects.filter(({ sync }) => sync !== "in-step");
  return [
    section(
      "Drift",
      ...(drifted.length === 0
        ? [element("p", {}, "No drift.")]
        : [
            table(
              "Objects changed outside of Plumbline",
              ["Object", "Changed fields", "Changed by"],
              drifted.map(driftRow),
            ),
          ]),
      moreOf(pass.drifted_total - drifted.length),
    ),
    section(
      "Last run",
      table("Result", ["Item", "Value"], passRows(pass)),
      ...pass.diagnostics.map(({ severity, message }) =>
        element("p", {}, `${severity}: ${message}`),
      ),
      moreOf(pass.diagnostics_total - pass.diagnostics.length),
    ),
    others.length === 0
      ? undefined
      : section(
          "Objects",
          table(
            "Objects out of sync",
            ["Object", "State"],
            others.map(({ address, sync }) => [address, sync]),
          ),
          moreOf(pass.objects_total - objects.length),
        ),
  ];
}

function driftRow({ address, gone, fields, changed }: Drifted): readonly Child[] {
  return [address, gone ? "deleted" : fields.map(({ field }) => field).join(", "), changed?.text];
}

function passRows(pass: LastPass): readonly (readonly Child[])[] {
  return [
    ["Estate", pass.estate],
    ["Server", pass.url],
    ["Result", pass.result],
    ["Trigger", pass.trigger],
    ["Started", timeText(pass.started_at)],
    ["Duration", `${(pass.took_ms / 1_000).toFixed(1)} s`],
    ["Writes", String(pass.writes)],
    ["Failed requests", String(pass.failures)],
    ...(pass.commit === null ? [] : [["Commit", pass.commit]]),
  ];
}

function moreOf(count: number): Child {
  return count > 0 ? status(`${count} more are not shown.`) : undefined;
}

function timeText(at: string | null): string {
  return at === null ? "never" : at.replace("T", " ").replace(/\.\d+Z$/, " UTC");
}
