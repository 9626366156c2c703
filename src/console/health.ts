/** The page with versions, modules and metrics of the server. */
import { element, section, table, type Child } from "./element.ts";
import { itemsIn, namesIn } from "./lists.ts";
import type { Rest } from "./reading.ts";
import { problemText } from "./rest.ts";

interface Metric {
  readonly description: string;
  readonly available: boolean;
  readonly unit: string;
  readonly value: string | number;
}

export async function healthView(rest: Rest): Promise<readonly Child[]> {
  return [
    element("h1", {}, "Health"),
    section("Versions", await shown(() => versions(rest))),
    section("Machine", await shown(() => machine(rest))),
    section("Parts", await shown(() => parts(rest))),
  ];
}

/** Shows the error in place of a section, because the sections are independent. */
async function shown(read: () => Promise<HTMLElement>): Promise<HTMLElement> {
  try {
    return await read();
  } catch (error) {
    return element("p", {}, problemText(error));
  }
}

async function versions(rest: Rest): Promise<HTMLElement> {
  const found = itemsIn(await rest.json("rest/about/version.json")) as readonly Readonly<
    Record<string, string | undefined>
  >[];
  const rows = found.map((one) => [one["@name"], one["Version"]]);
  return table("Versions", ["Name", "Version"], rows);
}

async function machine(rest: Rest): Promise<HTMLElement> {
  const metrics = itemsIn(await rest.json("rest/about/system-status.json")) as readonly Metric[];
  const rows = metrics
    .filter(({ available }) => available)
    .map((one) => [one.description, figureText(one)]);
  return table("Current figures", ["Figure", "Value"], rows);
}

/** Units that people read more easily than those of the server. */
const larger: Readonly<Record<string, readonly [of: number, name: string]>> = {
  bytes: [1_048_576, "MiB"],
  sec: [3_600, "h"],
};

function figureText({ value, unit }: Metric): string {
  const [of, name] = larger[unit] ?? [1, unit];
  const text =
    typeof value === "number"
      ? (value / of).toLocaleString("en", { maximumFractionDigits: 1 })
      : value;
  return `${text} ${name}`.trim();
}

async function parts(rest: Rest): Promise<HTMLElement> {
  const names = namesIn(await rest.json("rest/about/status.json"));
  return element("ul", {}, ...names.map((name) => element("li", {}, name)));
}
