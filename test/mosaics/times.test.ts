/** Times in names of files: as ISO 8601 has them, and by patterns. */
import { describe, expect, test } from "vitest";
import { parseDateFormat, readDate } from "../../src/model/mosaic/date-format.ts";
import { parseTimestamp } from "../../src/model/mosaic/timestamp.ts";

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());

describe("without a format", () => {
  test.for<readonly [string, string, string]>([
    ["2024", "2024-01-01T00:00:00.000Z", "2024-12-31T23:59:59.999Z"],
    ["202402", "2024-02-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
    ["2024-02", "2024-02-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
    ["20240229", "2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
    ["2024-02-29Z", "2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
    ["20240229T06", "2024-02-29T06:00:00.000Z", "2024-02-29T06:59:59.999Z"],
    ["2024022906", "2024-02-29T06:00:00.000Z", "2024-02-29T06:59:59.999Z"],
    ["20240229T0630", "2024-02-29T06:30:00.000Z", "2024-02-29T06:30:59.999Z"],
    ["2024-02-29T06:30", "2024-02-29T06:30:00.000Z", "2024-02-29T06:30:59.999Z"],
    ["20240229T063015", "2024-02-29T06:30:15.000Z", "2024-02-29T06:30:15.999Z"],
    ["20240229063015", "2024-02-29T06:30:15.000Z", "2024-02-29T06:30:15.999Z"],
    ["2024-02-29T063015Z", "2024-02-29T06:30:15.000Z", "2024-02-29T06:30:15.999Z"],
    ["20240229T063015123Z", "2024-02-29T06:30:15.123Z", "2024-02-29T06:30:15.123Z"],
    ["2024-02-29T06:30:15.123Z", "2024-02-29T06:30:15.123Z", "2024-02-29T06:30:15.123Z"],
    ["2024-02-29t06:30:15.5z", "2024-02-29T06:30:15.500Z", "2024-02-29T06:30:15.500Z"],
    ["0099", "0099-01-01T00:00:00.000Z", "0099-12-31T23:59:59.999Z"],
  ])("%s", ([text, from, to]) => {
    const span = parseTimestamp(text);
    expect([iso(span?.from), iso(span?.to)]).toEqual([from, to]);
  });

  test.for([
    "",
    "24",
    "202413",
    "20240230",
    "20230229",
    "20240101T24",
    "20240101T0060",
    "20240101T000061",
    "2024/01/01",
    "20240101_06",
    "now",
    "20240",
    "2024-01-01T00:00:00+01:00",
  ])("%s is no time", (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});

describe("with a format", () => {
  const now = Date.parse("2026-06-01T00:00:00Z");
  const read = (format: string, text: string) => {
    const { pieces, problem: fault } = parseDateFormat(format);
    return pieces === undefined ? fault : readDate(pieces, text, now);
  };

  test.for<readonly [string, string, string, string]>([
    ["yyyyMMddHHmmss", "20040530121559", "2004-05-30T12:15:59.000Z", "2004-05-30T12:15:59.999Z"],
    ["yyyyMMddHH", "2024013106", "2024-01-31T06:00:00.000Z", "2024-01-31T06:59:59.999Z"],
    ["yyyyDDD", "2024060", "2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
    ["yyyyDDDHHmm", "20240601230", "2024-02-29T12:30:00.000Z", "2024-02-29T12:30:59.999Z"],
    [
      "yyyy-MM-dd'T'HH:mm",
      "2024-01-31T06:30",
      "2024-01-31T06:30:00.000Z",
      "2024-01-31T06:30:59.999Z",
    ],
    ["'d'yyyy''MM", "d2024'02", "2024-02-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
    [
      "yyyyMMdd'T'HHmmssSSS'Z'",
      "20240131T063015123Z",
      "2024-01-31T06:30:15.123Z",
      "2024-01-31T06:30:15.123Z",
    ],
    ["yyyy", "2024", "2024-01-01T00:00:00.000Z", "2024-12-31T23:59:59.999Z"],
    ["yyMMdd", "240131", "2024-01-31T00:00:00.000Z", "2024-01-31T23:59:59.999Z"],
    ["yyMMdd", "470131", "1947-01-31T00:00:00.000Z", "1947-01-31T23:59:59.999Z"],
    ["yyMMdd", "450131", "2045-01-31T00:00:00.000Z", "2045-01-31T23:59:59.999Z"],
    ["dd-MMM-yyyy", "31-Jan-2024", "2024-01-31T00:00:00.000Z", "2024-01-31T23:59:59.999Z"],
    ["MMMM yyyy", "May 2024", "2024-05-01T00:00:00.000Z", "2024-05-31T23:59:59.999Z"],
    ["yyyyMMddHHmmZ", "202401310630+0130", "2024-01-31T05:00:00.000Z", "2024-01-31T05:00:59.999Z"],
    ["yyyyMMddHHmmX", "202401310630Z", "2024-01-31T06:30:00.000Z", "2024-01-31T06:30:59.999Z"],
    ["yyyyMMddhha", "2024013112AM", "2024-01-31T00:00:00.000Z", "2024-01-31T00:59:59.999Z"],
    ["yyyyMMddhha", "2024013103pm", "2024-01-31T15:00:00.000Z", "2024-01-31T15:59:59.999Z"],
    ["yyyyMMddkk", "2024013124", "2024-01-31T00:00:00.000Z", "2024-01-31T00:59:59.999Z"],
    // Lenient, as in Java.
    ["yyyyMMdd", "20241301", "2025-01-01T00:00:00.000Z", "2025-01-01T23:59:59.999Z"],
    ["yyyyMMdd", "20240131_rest", "2024-01-31T00:00:00.000Z", "2024-01-31T23:59:59.999Z"],
  ])("%s reads %s", ([format, text, from, to]) => {
    const span = read(format, text);
    if (typeof span !== "object") throw new Error(`no span: ${span}`);
    expect([iso(span.from), iso(span.to)]).toEqual([from, to]);
  });

  test.for([
    ["yyyyMMdd", "x"],
    ["yyyy-MM", "2024_01"],
    ["dd-MMM-yyyy", "31-Foo-2024"],
    ["yyyyX", "2024"],
  ] as const)("%s does not read %s", ([format, text]) => {
    expect(read(format, text)).toBeUndefined();
  });

  test.for([
    ["yyyy'T", /quote without its end/],
    ["yyyyQ", /letter Q, which is not read/],
    ["'T'", /no field of a date/],
    ["", /no field of a date/],
  ] as const)("%s is refused", ([format, message]) => {
    expect(read(format, "2024")).toMatch(message);
  });
});
