/** Recorded rows against the answers of a target: which of them it gives, and how the others differ. */
import { isDeepStrictEqual } from "node:util";
import { requestShape, type RecordedExchange, type RecordedRow } from "./recorded.ts";
import {
  isCutOff,
  isOfContainer,
  isUnworded,
  meaningOf,
  type Meaning,
  type RawAnswer,
} from "./recorded-meaning.ts";
import type { OwnExchange } from "./recorded-targets.ts";

const FIELDS = ["status", "type", "location", "body"] as const;
const WITHOUT_WORDS = ["status", "type", "location"] as const;

/** What a row came to: "" where the target answers the same, else how it differs. */
export interface Outcome {
  readonly id: string;
  readonly difference: string;
}

/** Compares one answer with what was recorded. `ownPages`: the target makes refusals of its own form. */
export function compareAnswer(
  { id, exchange }: RecordedRow,
  answer: RawAnswer,
  ownPages: boolean,
): Outcome {
  return { id, difference: differenceOf(exchange, answer, ownPages) };
}

/** Compares a row with all exchanges of the same shape: one of them has to be the same. */
export function compareRow(
  { id, exchange }: RecordedRow,
  own: readonly OwnExchange[],
  ownPages: boolean,
): Outcome {
  const shape = requestShape(exchange.method, exchange.url, exchange.reqType);
  const alike = own.filter(
    ({ method, url, mediaType }) => requestShape(method, url, mediaType) === shape,
  );
  const nearestFirst = alike.toSorted((a, b) => nearness(exchange, b) - nearness(exchange, a));
  let first: string | undefined;
  for (const { answer } of nearestFirst) {
    const difference = differenceOf(exchange, answer, ownPages);
    if (difference === "") return { id, difference };
    first ??= difference;
  }
  return { id, difference: first ?? `not asked: ${shape}` };
}

function nearness({ url, status }: RecordedExchange, own: OwnExchange): number {
  const decoded = (text: string) => decodeURIComponent(text.replaceAll("+", " "));
  return 2 * Number(decoded(own.url) === decoded(url)) + Number(own.answer.status === status);
}

function differenceOf(exchange: RecordedExchange, answer: RawAnswer, ownPages: boolean): string {
  const { url, status, type, location, body } = exchange;
  const recorded = { status, type: type ?? "", location: location ?? "", body };
  if (ownPages && isOfContainer(recorded))
    return answer.status === status ? "" : `status ${answer.status} instead of ${status}`;
  const [theirs, ours] = [meaningOf(url, recorded), meaningOf(url, answer)].map((one) =>
    ownPages ? withoutDetail(one) : one,
  ) as [Meaning, Meaning];
  const fields = isUnworded(recorded) || isCutOff(recorded) ? WITHOUT_WORDS : FIELDS;
  const differing = fields.filter((field) => !isDeepStrictEqual(ours[field], theirs[field]));
  return differing.map((field) => tellField(field, ours, theirs)).join("; ");
}

/** The words of a problem document are those of the target. */
function withoutDetail(meaning: Meaning): Meaning {
  if (!meaning.type.endsWith("problem+json") || !isTree(meaning.body)) return meaning;
  const { detail: _words, ...body } = meaning.body;
  return { ...meaning, body };
}

function tellField(field: keyof Meaning, ours: Meaning, theirs: Meaning): string {
  if (field !== "body") return `${field} ${tell(ours[field])} instead of ${tell(theirs[field])}`;
  return tellTree("body", ours.body, theirs.body).slice(0, 4).join(", ");
}

function tell(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

/** Where two bodies part. */
function tellTree(path: string, ours: unknown, theirs: unknown): readonly string[] {
  if (isDeepStrictEqual(ours, theirs)) return [];
  if (!isTree(ours) || !isTree(theirs)) return [`${path} ${tell(ours)} instead of ${tell(theirs)}`];
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...names].flatMap((name) => tellTree(`${path}.${name}`, ours[name], theirs[name]));
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
