/**
 * The clients of the bench of writes, in a process of their own. Takes streams of requests as JSON, and prints what
 * came of each: how many were answered a second, and how long they took.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "undici";

/** Connections that do the same for a while. */
export interface Stream {
  readonly name: string;
  readonly connections: number;
  /** Of a hundred requests, how many are PUTs of a style; the others are GETs of one. */
  readonly writes: number;
  /** Time from the beginning of a request to that of the next; 0 sends it when the one before is answered. */
  readonly everyMs: number;
}

/** What came of a stream; times are milliseconds, from when a request was due. */
export interface Outcome {
  readonly name: string;
  readonly perSecond: number;
  readonly failed: number;
  readonly reads: Times;
  readonly writes: Times;
  /** Of both together. */
  readonly all: Times;
}

/** Quantiles of times in milliseconds; 0 where there are none. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

/** What the process is told. */
export interface Load {
  readonly url: string;
  readonly authorization: string;
  readonly seconds: number;
  readonly streams: readonly Stream[];
}

/** Before this nothing counts: at most so long, and half as long as what counts. */
const WARM_MS = 1_000;
const SLD_TYPE = "application/vnd.ogc.sld+xml";

/** A style of 1.6 KB; no two are the same. */
export function styleOf(number: number): string {
  const rule = `<Rule><LineSymbolizer><Stroke><CssParameter name="stroke">#${String(number % 1_000_000).padStart(6, "0")}</CssParameter></Stroke></LineSymbolizer></Rule>`;
  return `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>bench</Name><UserStyle><FeatureTypeStyle><!-- ${number} -->${rule.repeat(11)}</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;
}

function timesOf(times: number[]): Times {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}

async function runStream({ url, authorization, seconds }: Load, stream: Stream): Promise<Outcome> {
  const began = performance.now();
  const from = began + Math.min(WARM_MS, seconds * 500);
  const until = from + seconds * 1_000;
  const [reads, writes]: [number[], number[]] = [[], []];
  let failed = 0;
  let number = 0;
  const send = async (client: Client, own: string, isWrite: boolean) => {
    const headers = { authorization, ...(isWrite && { "content-type": SLD_TYPE }) };
    const { statusCode, body } = await client.request({
      method: isWrite ? "PUT" : "GET",
      path: isWrite ? `/rest/styles/${own}` : "/rest/styles/read.sld",
      headers,
      body: isWrite ? styleOf(++number) : null,
    });
    await body.arrayBuffer();
    return statusCode === 200;
  };
  const work = async (index: number) => {
    const client = new Client(url, { pipelining: 1 });
    const own = `s${index}`;
    // Not all at the same moment, and writes spread over the connections.
    let due = began + (stream.everyMs * index) / stream.connections;
    for (let count = index; performance.now() < until; count++) {
      const early = due - performance.now();
      if (early > 0) await pause(early);
      const isWrite = (count * 37) % 100 < stream.writes;
      const start = stream.everyMs === 0 ? performance.now() : due;
      const isGood = await send(client, own, isWrite);
      const end = performance.now();
      if (!isGood) failed++;
      else if (end >= from && end <= until) (isWrite ? writes : reads).push(end - start);
      due += stream.everyMs;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: stream.connections }, (_unused, index) => work(index)));
  const perSecond = (reads.length + writes.length) / seconds;
  const times = {
    reads: timesOf(reads),
    writes: timesOf(writes),
    all: timesOf([...reads, ...writes]),
  };
  return { name: stream.name, perSecond, failed, ...times };
}

if (import.meta.main) {
  const load = JSON.parse(process.argv[2] ?? "{}") as Load;
  const outcomes = await Promise.all(load.streams.map((stream) => runStream(load, stream)));
  console.log(JSON.stringify(outcomes));
}
