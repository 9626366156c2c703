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
])("%s may be one", (pattern) => {
  expect(javaPatternProblem(pattern)).toBeUndefined();
});

test.for([
  ["http://(((", "unterminated group"],
  ["a)", "unmatched ')'"],
  ["*.example.org", "nothing to repeat"],
  ["[a-z", "unterminated character class"],
  ["a{3,1}", "numbers out of order in {} quantifier"],
  ["a\\", "\\ at end of pattern"],
])("%s is none: %s", ([pattern, why]) => {
  expect(javaPatternProblem(pattern ?? "")).toBe(`is no regular expression: ${why}`);
});
