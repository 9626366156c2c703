/** Which texts are certainly no Java regular expression; whatever may be one is let through. */
import { expect, test } from "vitest";
import { javaPatternProblem } from "../../src/model/java-pattern.ts";

test.for([
  "",
  "^https://static\\.example\\.org/icons/.*$",
  "(?i)http://a/.*+",
  "(?i-s:http)://a/(?>b|c)++",
  "\\Qhttp://((a\\E.*",
  "(\\\\Q)",
  "[a-z&&[^b]]+",
  "[]a]",
  "(?x) a # ) comment",
  "\\p{Alpha}{2,3}",
  "(?<name>a)\\k<name>",
  "http://[^\\x7f-\\xff]+",
  "[\\u00ff-\\uffff~-\\uffff]",
  "[.\\x{1F600}-\\x{1F64F}]",
  "a\\x{41}*\\x{20}{2}",
  "^*http://a(/|$*)",
])("%s may be one", (pattern) => {
  expect(javaPatternProblem(pattern)).toBeUndefined();
});

test.for([
  ["http://(((", "unterminated group"],
  ["a)", "unmatched ')'"],
  ["*.example.org", "nothing to repeat"],
  ["[a-z", "unterminated character class"],
  ["[\\x7f-\\xff](", "unterminated group"],
  ["[z-a]", "range out of order in character class"],
  ["a{3,1}", "numbers out of order in {} quantifier"],
  ["a\\", "\\ at end of pattern"],
])("%s is none: %s", ([pattern, why]) => {
  expect(javaPatternProblem(pattern ?? "")).toBe(`is no regular expression: ${why}`);
});

test("a class that holds many escapes and has no end is looked through once", () => {
  const why = "is no regular expression: unterminated character class";
  expect(javaPatternProblem(`[${"\\.".repeat(150_000)}`)).toBe(why);
}, 5_000);
