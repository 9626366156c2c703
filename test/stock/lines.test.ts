/** The observer's habits of each line beside the table of lines of the project. */
import { describe, expect, test } from "vitest";
import { lineDifferences, serverLineOf, type LineDifference } from "../../src/model/server-line.ts";
import { lineHabits, stockLineOf, stockLines, type LineHabits, type StockLine } from "./lines.ts";

/** What a server with a habit says of itself, by the subject in the table. */
const told: Readonly<Record<string, (habits: LineHabits) => RegExp>> = {
  "A null in a PUT (`xsi:nil`, JSON `null`)": ({ nullsClear }) =>
    nullsClear ? /removes the value/ : /removes nothing else/,
  "Metadata of a file or folder (`/resource`, `operation=metadata`)": ({ formsBySuffix }) =>
    formsBySuffix ? /format by the path's suffix/ : /format by the query/,
  "Users, groups, roles and services that are unknown, or there already": ({ refusals }) =>
    refusals["PUT user: unknown"]?.[0] === 404 ? /^404$/ : /^400$/,
  "A trailing slash": ({ tidiesPaths }) => (tidiesPaths ? /is ignored/ : /404/),
  "A path, method or type that nothing takes": ({ tellsProblems }) =>
    tellsProblems ? /a problem document/ : /an empty body, or a page/,
  "Encoded slashes and percent signs in a path": ({ firewall }) =>
    firewall ? /^refused by the firewall$/ : /or the container/,
  "`disabledVersions` of a service": ({ drops }) =>
    drops.has("disabledVersions") ? /dropped/ : /is kept/,
};

function differenceIn(subject: string): LineDifference | undefined {
  return lineDifferences.find((one) => one.subject === subject);
}

describe.for(stockLines)("%s", (line: StockLine) => {
  test.for(Object.entries(told))("%s", ([subject, expected]) => {
    expect(differenceIn(subject)?.answers[line]).toMatch(expected(lineHabits[line]));
  });

  test("the version that it shows is of the line", () => {
    const [, version = ""] = /<Version>(.*?)</.exec(lineHabits[line].about) ?? [];
    expect(serverLineOf(version)).toEqual({ line, isKnown: true });
    expect(stockLineOf(version)).toBe(line);
  });

  test("every refusal of its own has the status of the table", () => {
    const statuses = Object.values(lineHabits[line].refusals).map(([status]) => status);
    const subject = "Users, groups, roles and services that are unknown, or there already";
    const listed = Number(differenceIn(subject)?.answers[line]);
    expect(new Set([listed, ...statuses])).toEqual(new Set([listed]));
  });
});
