/** Relations between two literals. */
import { relateTests, unrelated, type Relation } from "./constant.ts";
import type { Literal, Test } from "./node.ts";

/** The relation of two true literals. Only certain relations are claimed. */
export function relate(first: Literal, second: Literal): Relation {
  if (first.subject !== second.subject) return unrelated;
  if (first.key === second.key) return { excludes: false, implies: true };
  return relationOf(first.test, second.test);
}

function relationOf(a: Test, b: Test): Relation {
  if (a.type === "compare") return b.type === "compare" ? relateTests(a, b) : beside(a, b);
  if (b.type === "compare") return { ...beside(b, a), implies: false };
  if (a.type === "opaque" && b.type === "opaque") return bySide(a.holds === b.holds);
  if (a.type === "null" && b.type === "null") return bySide(a.isNull === b.isNull);
  return unrelated;
}

/** With a missing value `<>` differs between servers; other comparisons are never true. */
function beside(comparison: Extract<Test, { type: "compare" }>, other: Test): Relation {
  const isKnown = other.type === "null" && comparison.operator !== "<>";
  return isKnown ? bySide(!other.isNull) : unrelated;
}

function bySide(isSame: boolean): Relation {
  return { excludes: !isSame, implies: isSame };
}
