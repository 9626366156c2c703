/** The functions of filters. */
import { describe, expect, test } from "vitest";
import { idsOf } from "./fixture.ts";

const ALL = "1 2 3 4 5 6 7 8 9 10 11 12";

type Row = readonly [filter: string, ids: string];

function holds(rows: readonly Row[]): void {
  test.for(rows)("%s", ([filter, ids]) => {
    expect(idsOf(filter)).toBe(ids);
  });
}

describe("functions of texts", () => {
  holds([
    ["strToLowerCase(location) = 'g3.nc'", "10"],
    ["STRTOLOWERCASE(location) = 'g3.nc'", "10"],
    ["strToUpperCase(location) = 'G1.NC'", "7"],
    ["strToUpperCase(\"quality class\") = 'SS'", "6"],
    ["strTrim('  a ') = 'a'", ALL],
    ["strLength(location) = 5", "7 8 10 12"],
    ["strLength(code) = 0", "7"],
    ["strStartsWith(location, 'a')", "1 2 11"],
    ["strStartsWith(location, 'a') = true", "1 2 11"],
    ["strStartsWith(location, 'a') = false", "3 4 5 6 7 8 10 12"],
    ["NOT strStartsWith(location, 'a')", "3 4 5 6 7 8 10 12"],
    ["strStartsWith(location, 'a') AND imageindex = 1", "2"],
    ["strEndsWith(location, '.nc')", "7 8 10"],
    ["(strEndsWith(location, '.nc'))", "7 8 10"],
    ["strIndexOf(location, '.') = 2", "7 8 10"],
    ["strIndexOf(location, '?') = -1", "1 2 3 4 5 6 7 8 10 11 12"],
    ["strConcat(location, '!') = 'g1.nc!'", "7"],
    ["strConcat(strConcat('a', 'b'), 'c') = 'abc'", ALL],
    ["strEqualsIgnoreCase(location, 'G1.nC')", "7"],
    ["strSubstring(location, 0, 2) = 'g1'", "7"],
    ["strSubstring(location, 2, 0) = ''", ""],
    ["strSubstring(location, 0, 99) IS NULL", ALL],
    ["strSubstring(location, -1, 1) IS NULL", ALL],
    ["strSubstring(location, 0.5, 1) IS NULL", ALL],
    ["strSubstringStart(location, 2) = '.nc'", "7 8 10"],
    ["parseDouble(code) = 10", "3"],
    ["parseDouble('x') IS NULL", ALL],
  ]);
});

describe("functions of numbers", () => {
  holds([
    ["abs(imageindex) = 1", "2 10"],
    ["abs(elevation) = 0.25", "10"],
    ["abs('-5') = 5", ALL],
    ["floor(elevation) = 10", "2"],
    ["floor(elevation) = -1", "10"],
    ["ceil(elevation) = 11", "2 11"],
    ["round(2.5) = 3 AND round(-2.5) = -2", ALL],
    ["min(imageindex, 3) = 3", "5 6 7 11 12"],
    ["max(imageindex, elevation) = 8", "8"],
    ["max(elevation, 1) IS NULL", "6 9"],
    ["abs(imageindex + 1) * 2 = 4", "2"],
  ]);
});

describe("functions of times", () => {
  holds([
    ["time = dateParse('yyyyMMdd', '20240101')", "1"],
    ["time = dateParse('yyyy-MM-dd''T''HH:mm:ss''Z''', '2024-01-02T00:00:00Z')", "2"],
    ["time = dateParse('yyyyMMddHHmmssSSS', '20240115123000500')", "3"],
    ["time > dateParse('yyyy', '2024')", "2 3 4 5 6 7 11 12"],
    ["dateParse('yyyyMMdd', '20240230') IS NULL", ALL],
    ["dateParse('yyyyMMdd', '2024011') IS NULL", ALL],
    ["dateParse('yyyyMMdd', '202401011') IS NULL", ALL],
    ["dateParse('yyyyMMdd', '2024 101') IS NULL", ALL],
    ["dateParse('yyyy-MM-dd', \"quality class\") = 2024-01-02", "11"],
    ["dateFormat('yyyy', time) = '2024'", "1 2 3 4 5 6 7 11"],
    ["dateFormat('MM', time) = 1", "1 2 3 4 12"],
    ["dateFormat('yyyy-MM-dd HH:mm:ss.SSS', time) = '2024-01-15 12:30:00.500'", "3"],
    ["dateFormat('''o''''clock'' HH', time) = 'o''clock 12'", "3"],
    ["dateFormat('HH', '2024-01-01T05:00:00Z') = '05'", ALL],
    ["strStartsWith(dateFormat('yyyyMM', time), '202402')", "5 6"],
  ]);
});

describe("conditions as functions", () => {
  holds([
    ["isNull(elevation)", "6 9"],
    ["NOT isNull(elevation)", "1 2 3 4 5 7 8 10 11 12"],
    ["isNull(elevation) = true", "6 9"],
    ["isNull(elevation) = false", "1 2 3 4 5 7 8 10 11 12"],
    ["equalTo(imageindex, 0)", "1 4 8"],
    ["notEqualTo(imageindex, 0)", "2 3 5 6 7 10 11 12"],
    ["lessThan(imageindex, 0)", "10"],
    ["lessEqualThan(imageindex, 0)", "1 4 8 10"],
    ["greaterThan(imageindex, 10)", "11 12"],
    ["greaterEqualThan(imageindex, 11) = true", "11 12"],
    ["not(equalTo(imageindex, 0))", "2 3 5 6 7 10 11 12"],
    ["not(strStartsWith(location, 'a')) = true", "3 4 5 6 7 8 10 12"],
    ["greaterThan(elevation, 0) IS NULL", "6 9"],
  ]);
});
