/** What differs inside the files of objects, as lines of a page: read where the document of a run says it. Pure. */
import type { PageWord } from "../../../report-page/data.ts";
import type { RunDocument } from "../documents.ts";
import { planIn } from "./plan-in.ts";
import { visible } from "./text.ts";

/** A difference inside a file, as documents hold it. */
interface DifferenceDocument {
  readonly file: string;
  readonly place: readonly string[];
  /** `added`, `removed`, `changed` or another word for what is so. */
  readonly change: string;
  readonly text: string;
}

/** What may hold differences. */
interface Changed {
  readonly address: string;
  readonly differences?: readonly DifferenceDocument[];
}

const signs: Readonly<Record<string, string>> = { added: "+", removed: "-" };

/** Lines by the address of their object; none for objects of which the document says none. */
export function wordsIn(document: RunDocument): ReadonlyMap<string, readonly PageWord[]> {
  const changed: readonly Changed[] =
    document.type === "drift" ? document.drifted : (planIn(document)?.changes ?? []);
  return new Map(
    changed.flatMap(({ address, differences = [] }) =>
      differences.length === 0 ? [] : [[address, differences.map(wordOf)] as const],
    ),
  );
}

/** The only file of an object needs no name. */
const ONLY = /^content(?:\.\w+)?$/;

function wordOf({ file, place, change, text }: DifferenceDocument): PageWord {
  const whole = ONLY.test(file) ? place : [file, ...place];
  const isWhole = signs[change] !== undefined || change === "order";
  const where = whole.length === 0 ? "" : `${whole.join(" › ")}${isWhole ? " " : ": "}`;
  return [signs[change] ?? "~", visible(`${where}${text}`)];
}
