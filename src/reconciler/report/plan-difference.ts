/** Compares an approved plan with the current one, object by object. */
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { digestOfValue } from "../../model/digest.ts";
import { isSameAsGiven, isSealed } from "../../model/secret-fingerprint.ts";
import { stale, type Approval } from "./plan-file.ts";

/**
 * One diagnostic for each difference of an approved and the current plan. `place` is the plan file;
 * undefined for a plan that was only shown.
 */
export function differences(
  approved: Approval,
  now: Approval,
  place: string | undefined,
): readonly Diagnostic[] {
  const about = (address: string | undefined, message: string): Diagnostic =>
    fault("plan-stale", message, { address });
  const found = [
    ...manifestDifferences(approved.manifests.objects, now.manifests.objects),
    ...changeDifferences(approved, now),
    ...secretDifferences(approved.secrets, now.secrets),
  ].map(([address, message]) => about(address, `${address} ${message}`));
  const isSame =
    approved.actions === now.actions &&
    found.length === 0 &&
    sameAsGiven(approved.secrets.bodies, now.secrets.bodies);
  if (isSame) return [];
  const requests =
    found.length > 0
      ? []
      : requestDifferences(approved.plan, now.plan).map((text) => about(undefined, text));
  const summary =
    place === undefined
      ? about(undefined, "The catalog has changed: what would be done now is not what was shown")
      : stale(place, "The current plan differs from this plan");
  return [summary, ...found, ...requests];
}

/** Only secrets that are known on both sides are compared. */
function secretDifferences(
  approved: Approval["secrets"],
  now: Approval["secrets"],
): readonly Difference[] {
  const others = (of: "objects" | "before") =>
    Object.keys(approved[of]).filter((address) => {
      const [was, is] = [approved[of][address], now[of][address]];
      return is !== undefined && !sameAsGiven(was, is);
    });
  return [
    ...others("objects").map((one) => [one, "refers to another secret than was approved"] as const),
    ...others("before").map(
      (one) => [one, "has another secret on the server than when the plan was made"] as const,
    ),
  ];
}

function sameAsGiven(one: readonly string[] = [], other: readonly string[] = []): boolean {
  const isSame = (text: string, index: number) => isSameAsGiven(text, other[index] ?? "");
  return one.length === other.length && one.every(isSame);
}

type Difference = readonly [address: string, message: string];

function manifestDifferences(
  approved: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly Difference[] {
  return union(approved, now).flatMap((address): readonly Difference[] => {
    const [was, is] = [approved[address], now[address]];
    if (was === is) return [];
    if (was === undefined) return [[address, "was not declared when the plan was made"]];
    const what = is === undefined ? "is no longer declared" : "is declared differently";
    return [[address, `${what} since the plan was made`]];
  });
}

function changeDifferences(approved: Approval, now: Approval): readonly Difference[] {
  const [was, is] = [changesOf(approved), changesOf(now)];
  return union(approved.before, now.before).flatMap((address): readonly Difference[] => {
    const [old, current] = [was.get(address), is.get(address)];
    if (old === undefined && current === undefined)
      return ownershipDifference(address, approved, now);
    if (old === undefined) return [[address, `is new: ${actionText(current)}`]];
    if (current === undefined)
      return [[address, `has nothing left to do; it was: ${actionText(old)}`]];
    if (digestOfValue(old) !== digestOfValue(current)) {
      const [before, after] = [actionText(old), actionText(current)];
      const what = before === after ? `${after}, with other values` : `${before}, and is ${after}`;
      return [[address, `would change otherwise: it was ${what}`]];
    }
    if (approved.before[address] === now.before[address]) return [];
    return [[address, "has been changed on the server since the plan was made"]];
  });
}

/** Objects that match their declaration and only become owned. */
function ownershipDifference(
  address: string,
  approved: Approval,
  now: Approval,
): readonly Difference[] {
  if (!(address in approved.before)) return [[address, "is new: adopted"]];
  return address in now.before ? [] : [[address, "would no longer be adopted"]];
}

type ChangeDocument = Approval["plan"]["changes"][number];

/**
 * Without `declared_at`, because lines may move, and without values that depend on secrets, which
 * are compared separately.
 */
function changesOf({ plan }: Approval): ReadonlyMap<string, ChangeDocument> {
  return new Map(
    plan.changes.map(({ declared_at: _where, fields, ...change }) => [
      change.address,
      { ...change, fields: fields.map(withoutSecrets) },
    ]),
  );
}

function withoutSecrets(field: ChangeDocument["fields"][number]): typeof field {
  const { before, after, text: _words, ...rest } = field;
  const texts = [before, after].flat().filter((one) => typeof one === "string");
  return texts.some(isSealed) ? rest : field;
}

function actionText(change: ChangeDocument | undefined): string {
  if (change === undefined) return "nothing";
  const { action, fields } = change;
  const names = fields.map(({ field }) => field).join(", ");
  return action === "create" || names === "" ? action : `${action} (${names})`;
}

function requestDifferences(approved: Approval["plan"], now: Approval["plan"]): readonly string[] {
  const texts = ({ requests }: Approval["plan"]) =>
    requests.map(({ method, path }) => `${method} ${path}`);
  const [was, is] = [texts(approved), texts(now)];
  const gone = was
    .filter((text) => !is.includes(text))
    .map((text) => `${text} is not sent any more`);
  const more = is.filter((text) => !was.includes(text)).map((text) => `${text} is new`);
  const found = [...gone, ...more];
  return found.length > 0 ? found : ["The requests have another order or other bodies"];
}

function union(one: object, other: object): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted();
}
