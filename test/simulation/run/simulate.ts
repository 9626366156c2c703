/**
 * Runs a history on a server without its faults, and on another one with them, and judges every step: what is
 * planned is sent, nothing is left to do, nobody gets more in between, and both end the same.
 */
import { isDeepStrictEqual } from "node:util";
import type { WireRequest, Transport } from "../../../src/wire/request.ts";
import type { Fault, FaultName, History, Step, Thing } from "../history.ts";
import { audienceOf, exposures, rolesIn, type Grant } from "../oracle/audience.ts";
import type { World } from "../oracle/world.ts";
import {
  judgeDisturbed,
  judgeEnd,
  judgeLifted,
  judgePruned,
  judgeRun,
  leftBehind,
  namesIn,
  type Finding,
  type Look,
} from "./checks.ts";
import { applyStep, isStopped, planStep, type Ended } from "./command.ts";
import { differences } from "./dump.ts";
import { openPlace, type Place } from "./place.ts";
import { judgeState, readState } from "./state.ts";
import { isOfState, isRead, type Served } from "./wire.ts";

/** What is wrong with a history. */
export interface Failure extends Finding {
  /** Number of the step, from 0. */
  readonly step: number;
}

/** What happened, for who counts. */
export interface Told {
  readonly steps: number;
  readonly stopped: number;
  readonly requests: number;
  readonly faults: readonly FaultName[];
  readonly failure: Failure | undefined;
  /** The history with its faults at the requests that they met. */
  readonly resolved: History;
}

/** How histories are run. */
export interface SimulateOptions {
  /** Stands in for the requests of commands: what it spoils has to be found. */
  readonly seam?: ((real: Transport) => Transport) | undefined;
  /** Findings that are passed over. */
  readonly passes?: (finding: Finding) => boolean;
}

/** A history under way. */
interface Course {
  readonly options: SimulateOptions;
  /** Has no faults. */
  readonly twin: Place;
  /** Has them; there is none where a history has none, and none any more once both have gone apart. */
  subject: Place | undefined;
  /** What the twin held at the end of the last step. */
  last: Look | undefined;
  /** What estates declare, and all names that they ever declared. */
  readonly declared: Map<string, readonly Thing[]>;
  readonly names: Map<string, Set<string>>;
  readonly told: {
    steps: number;
    stopped: number;
    requests: number;
    readonly faults: FaultName[];
    readonly resolved: Step[];
  };
}

/** Runs a history to its end, or to the first thing that is wrong. */
export async function simulate(history: History, options: SimulateOptions = {}): Promise<Told> {
  const { server, theirs, steps } = history;
  const lastDisturbed = steps.findLastIndex(({ runs }) => runs.length > 0);
  const twin = await openPlace(server);
  const subject = lastDisturbed === -1 ? undefined : await openPlace(server);
  const told = { steps: 0, stopped: 0, requests: 0, faults: [], resolved: [...steps] };
  const [declared, names] = [new Map(), new Map()];
  const course: Course = { options, twin, subject, last: undefined, declared, names, told };
  let failure: Failure | undefined;
  try {
    for (const place of [twin, subject]) await place?.edit(theirs);
    for (const [index, step] of steps.entries()) {
      const finding = await takeStep(course, step, { index, isLast: index > lastDisturbed });
      if (finding !== undefined) failure = { ...finding, step: index };
      if (failure !== undefined) break;
    }
  } finally {
    await Promise.all([twin.close(), course.subject?.close()]);
  }
  return { ...told, failure, resolved: { ...history, steps: told.resolved } };
}

async function takeStep(
  course: Course,
  step: Step,
  { index, isLast }: { readonly index: number; readonly isLast: boolean },
): Promise<Finding | undefined> {
  const { twin, subject, told, options } = course;
  await twin.edit(step.edits);
  const isAsLeft = step.edits.length === 0 && course.last !== undefined;
  const before = isAsLeft && course.last !== undefined ? course.last : await look(twin);
  const ran = await run(twin, step, { faults: [], options });
  const after = ran.moments.length === 0 ? before : await look(twin);
  course.last = after;
  told.steps++;
  told.requests += ran.ended.wire.served.length;
  if (isStopped(ran.ended)) told.stopped++;
  const dropped = declare(course, step);
  const judged = { step, ran, before, start: before.world, after, dropped, options };
  const finding = await judge(twin, judged);
  expectSame(ran.moments.at(-1)?.world, after.world);
  if (finding !== undefined || subject === undefined || isLast) return finding;
  const { served } = ran.ended.wire;
  const runs = step.runs.map((faults) => faults.map((fault) => resolve(fault, served)));
  told.resolved[index] = { ...step, runs };
  await subject.edit(step.edits);
  return disturb(course, subject, { ...judged, step: { ...step, runs } });
}

/** Notes what an estate declares; gives the names that it declared before, and that none declares any more. */
function declare({ declared, names }: Course, { estate, things }: Step): ReadonlySet<string> {
  const known = names.get(estate) ?? new Set();
  declared.set(estate, things);
  const now = namesIn(JSON.stringify([...declared.values()]));
  const dropped = known.difference(now);
  const addresses = things.flatMap(({ metadata }) => [metadata.name, metadata.workspace ?? ""]);
  names.set(estate, known.union(namesIn(addresses.join(" "))));
  return dropped;
}

/** What is kept between moments is no other than what is there: else no moment is worth anything. */
function expectSame(kept: World | undefined, there: World): void {
  if (kept !== undefined && !isDeepStrictEqual(kept, there))
    throw new Error("the simulation keeps documents that have changed");
}

/** What is to be judged: a run between two looks. */
interface Judged {
  readonly step: Step;
  readonly ran: Ran;
  readonly before: Look;
  /** What was there when the run began: less than before, where another run of the step has failed. */
  readonly start: World;
  readonly after: Look;
  /** Names that the estate does not declare any more. */
  readonly dropped: ReadonlySet<string>;
  readonly options: SimulateOptions;
}

/** Judges an undisturbed run, and plans once more. */
async function judge(
  place: Place,
  { step, ran, before, start, after, dropped, options }: Judged,
): Promise<Finding | undefined> {
  const { ended, moments } = ran;
  const { isServing } = place;
  const heed = heeding(options);
  const sent = ended.planned?.plan?.steps.length ?? 0;
  const isOver = isStopped(ended) || sent === 0;
  const writes = ended.wire.served.filter(({ request }) => !isRead(request));
  const state = judgeState(await readState(place.door, step.estate), {
    locked: writes.length > 0,
    claimed: writes.some(({ request }) => request.path.endsWith("/claims.json")),
  });
  return (
    heed(judgeRun(ended)) ??
    heed(isOver ? undefined : await judgeAfter(place, step)) ??
    heed(judgeMoments(moments, { before, start, after, isServing })) ??
    heed(leftBehind(step, before, after)) ??
    heed(isStopped(ended) ? undefined : judgePruned(step, dropped, after)) ??
    heed(isStopped(ended) ? undefined : state)
  );
}

function heeding({ passes = () => false }: SimulateOptions) {
  return (finding: Finding | undefined) =>
    finding === undefined || passes(finding) ? undefined : finding;
}

/** Takes the step with its faults; in the end everything is as it is without them. */
async function disturb(
  course: Course,
  subject: Place,
  judged: Judged,
): Promise<Finding | undefined> {
  const { options, told, twin } = course;
  const { step, before } = judged;
  let { start, after } = judged;
  const { isServing } = subject;
  const heed = heeding(options);
  for (const faults of step.runs) {
    const { ended, moments } = await run(subject, step, { faults, options });
    told.faults.push(...ended.wire.met);
    const isApart = goesApart(judged.ran.ended, ended);
    if (isApart) after = await look(subject);
    const found =
      heed(judgeMoments(moments, { before, start, after, isServing })) ??
      heed(judgeDisturbed(ended)) ??
      heed(isApart ? judgeLifted(ended, judged.ran.ended) : undefined) ??
      heed(await judgeWord(ended, subject, after));
    if (found !== undefined) return { ...found, check: `${found.check}, under faults` };
    if (isApart) {
      await subject.close();
      course.subject = undefined;
      return undefined;
    }
    start = moments.at(-1)?.world ?? start;
  }
  const ran = await run(subject, step, { faults: [], options });
  if (step.runs.length === 0) return undefined;
  const end = await look(subject);
  const finding = await judge(subject, { ...judged, ran, start });
  if (finding !== undefined) return { ...finding, check: `${finding.check}, after faults` };
  // What came along with a part is owned once all of the estate is applied; a plan that is stopped changes no owner.
  const isWhole = step.only === undefined && !isStopped(ran.ended);
  const owned = await Promise.all(
    [subject, twin].map(async ({ door }) =>
      isWhole ? (await readState(door, step.estate)).owned.join("\n") : "",
    ),
  );
  const unlike = differences(
    new Map([...end.dump, ["what the estate owns", owned[0] ?? ""]]),
    new Map([...after.dump, ["what the estate owns", owned[1] ?? ""]]),
  );
  if (unlike.length === 0) return undefined;
  return heed({ check: "the end is another one than without faults", told: unlike.join("\n") });
}

/** Whether a plan that stops went on, since it says that it leaves out what makes it stop: from then on both hold other things. */
function goesApart(undisturbed: Ended, ended: Ended): boolean {
  const isPartial = ended.planned?.plan?.skipped.some(({ reason }) => reason === "unreadable");
  return isPartial === true && isStopped(undisturbed) && !isStopped(ended);
}

/** What says that all is as declared is right. */
async function judgeWord(ended: Ended, place: Place, after: Look): Promise<Finding | undefined> {
  if (ended.result?.converged !== true) return undefined;
  const unlike = differences((await look(place)).dump, after.dump);
  if (unlike.length === 0) return undefined;
  return { check: "a run says that all is as declared", told: unlike.join("\n") };
}

async function look(place: Place): Promise<Look> {
  place.door.forget("POST", "/");
  return { world: await place.world(), dump: await place.dump() };
}

/** A moment: after this request the catalog was so. */
interface Moment {
  readonly after: WireRequest;
  readonly world: World;
}

/** A run, and every moment of it. */
interface Ran {
  readonly ended: Ended;
  readonly moments: readonly Moment[];
}

async function run(
  place: Place,
  step: Step,
  { faults, options }: { readonly faults: readonly Fault[]; readonly options: SimulateOptions },
): Promise<Ran> {
  const moments: Moment[] = [];
  const after = async (request: WireRequest) => {
    if (isRead(request) || isOfState(request)) return;
    place.door.forget(request.method, request.path);
    moments.push({ after: request, world: await place.world() });
  };
  const { exchange } = place;
  const folder = place.checkOut(step);
  const ended = await applyStep({ exchange, folder, step, faults, after, seam: options.seam });
  return { ended, moments };
}

/** A plan after an apply finds nothing to do. */
async function judgeAfter(place: Place, step: Step): Promise<Finding | undefined> {
  const folder = place.checkOut(step);
  const after = async () => undefined;
  return judgeEnd(await planStep({ exchange: place.exchange, folder, step, faults: [], after }));
}

/** At no moment anybody gets what nobody of that sort gets before or after. */
function judgeMoments(
  moments: readonly Moment[],
  {
    before,
    start,
    after,
    isServing,
  }: Pick<Judged, "before" | "start" | "after"> & { readonly isServing: boolean },
): Finding | undefined {
  if (moments.length === 0) return undefined;
  const [was, becomes] = [before.world, after.world];
  const worlds = [was, start, becomes, ...moments.map(({ world }) => world)];
  const roles = rolesIn(worlds);
  const ends = { before: audienceOf(was, roles), after: audienceOf(becomes, roles) };
  const made = missingIn(worlds);
  // Where a mode shows names, no rule hides the name of what is made.
  const isPassed = (layer: string, { shows }: Grant) =>
    made.has(layer) && (!isServing || shows !== "data");
  for (const { after: request, world } of moments) {
    const found = exposures(audienceOf(world, roles), ends, isPassed);
    if (found.length > 0) {
      const at = `after ${request.method} ${request.path}`;
      return { check: "exposure", told: [at, ...found.slice(0, 8)].join("\n") };
    }
  }
  return undefined;
}

/**
 * Layers that are not there all the time. What is made is enabled until it is switched off: plans stop for that, or
 * hide it, where servers serve data.
 */
function missingIn(worlds: readonly World[]): ReadonlySet<string> {
  const all = worlds.map(({ layers }) => new Set(layers.keys()));
  return new Set(
    all.flatMap((keys) => [...keys]).filter((key) => !all.every((one) => one.has(key))),
  );
}

/** The request that a fault meets, of those that the undisturbed run sent. */
function resolve(fault: Fault, served: readonly Served[]): Fault {
  if (typeof fault.at !== "number") return fault;
  const among = served.filter(({ request }) => {
    if (isRead(request)) return fault.among === "reads";
    return isOfState(request) === (fault.among === "state");
  });
  const all = among.length > 0 ? among : served;
  const target = all[Math.floor(fault.at * all.length)]?.target;
  return target === undefined ? fault : { ...fault, at: target };
}
