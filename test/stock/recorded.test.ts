/** The condensed table of recorded answers: rules name all of its rows, and each was really recorded. */
import { expect, test } from "vitest";
import { MORE_RECORDINGS, readRecordings, RECORDINGS } from "../replay/recorded.ts";
import type { RecordedExchange } from "../replay/recorded.ts";
import { describeRecordings } from "../support/run/samples.ts";
import { filesBelow, textOf } from "../support/project/sources.ts";
import { recordedRows, type RecordedAnswer, type RecordedForm } from "./recorded/rows.ts";

test("every row is what a rule of the stock server follows", () => {
  const rules = filesBelow("test/stock", /^(?!.*(?:recorded\/|\.test)).*\.ts$/).map(textOf);
  const text = rules.join("\n");
  expect([...recordedRows.keys()].filter((id) => !text.includes(`"${id}"`))).toEqual([]);
});

/** A text with parts left open, as an expression. */
function expressionOf(text: string, open: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join(open)}$`);
}

function isOfForm(form: RecordedForm, { type, body }: RecordedExchange): boolean {
  const media = type ?? "";
  if (form === "container") return media.startsWith("text/html") || (media === "" && body === "");
  if (form === "empty") return media === "" && body === "";
  return media === (form === "problem" ? "application/problem+json" : form);
}

/** Whether an answer shows the text of a row; what a container leaves out is shown by none. */
function shows({ status, form, says }: RecordedAnswer, { body }: RecordedExchange): boolean {
  if (status < 400 || body === "") return true;
  const page = /<title>Error \d+ (.*?)<\/title>/s.exec(body)?.[1]?.replaceAll("&apos;", "'");
  const detail = form === "problem" ? (JSON.parse(body) as { detail: string }).detail : undefined;
  return expressionOf(says, "[^]*").test((page ?? detail ?? body).trim());
}

describeRecordings("the table of recorded answers", RECORDINGS, () => {
  const exchanges = [...readRecordings(), ...readRecordings(MORE_RECORDINGS)];

  test.for([...recordedRows])("%s", ([, row]) => {
    const path = expressionOf(`/rest${row.path}`, ".+");
    const seen = exchanges.filter(
      (one) =>
        one.method === row.method &&
        one.status === row.status &&
        path.test(one.url) &&
        isOfForm(row.form, one) &&
        shows(row, one),
    );
    expect(seen.length).toBeGreaterThan(0);
  });
});
