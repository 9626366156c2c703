/** A report as JUnit XML: one test case per object, per block of a plan, and per diagnostic. */
import { writableText } from "../../model/writable.ts";
import { renderIndentedXml, type XmlValue } from "../../wire/xml.ts";
import type { DiagnosticDocument } from "./documents.ts";
import { differenceLines } from "./unlike.ts";
import { placeOf, type Outline, type OutlineObject } from "./outline.ts";

type Case = { readonly [key: string]: XmlValue };

/** A warning is a passing case with its text as output. */
export function renderJunit(outline: Outline): string {
  const { command = "run", estate, verdict, passed } = outline;
  const suite = ["plumbline", command, ...(estate === undefined ? [] : [estate])].join(".");
  const testCases = [
    ...outline.diagnostics.map((diagnostic) => diagnosticCase(suite, diagnostic)),
    ...outline.stops.map(({ allow, message, hint }) =>
      failedCase(`${suite}.stops`, `${allow ?? "stop"}: ${message}`, message, hint),
    ),
    ...outline.objects.map((object) => objectCase(suite, object)),
  ];
  // Test tools treat a suite without a case as one that did not run.
  const failures = testCases.filter((one) => "failure" in one).length;
  const whole =
    passed || failures > 0
      ? { ...named(suite, verdict) }
      : failedCase(suite, verdict, verdict, "The report as JSON or text says why.");
  const cases = [whole, ...testCases];
  const counts = {
    "@tests": cases.length,
    "@failures": cases.filter((one) => "failure" in one).length,
    "@errors": 0,
    "@skipped": cases.filter((one) => "skipped" in one).length,
  };
  const content = {
    "@name": suite,
    ...counts,
    testsuite: { "@name": suite, ...counts, testcase: cases },
  };
  return `${renderIndentedXml("testsuites", content)}\n`;
}

function named(suite: string, name: string): Case {
  return { "@classname": attribute(suite), "@name": attribute(name) };
}

function failedCase(suite: string, name: string, message: string, more: string): Case {
  return { ...named(suite, name), failure: { "@message": attribute(message), $: text(more) } };
}

function diagnosticCase(suite: string, diagnostic: DiagnosticDocument): Case {
  const { severity, code, message, hint, address } = diagnostic;
  const place = placeOf(diagnostic);
  const name = [place, address ?? undefined, code].filter((part) => part !== undefined).join(" ");
  const more = [place, message, hint].filter((part) => typeof part === "string").join("\n");
  if (severity === "error") return failedCase(`${suite}.diagnostics`, name, message, more);
  const body = text(`${severity}: ${more}`);
  return { ...named(`${suite}.diagnostics`, name), "system-out": body };
}

function objectCase(suite: string, object: OutlineObject): Case {
  const { address, word, notes, rows, differences, state, message } = object;
  const [kind = ""] = address.split("/", 1);
  const facts = rows.map(([label, value]) => `${label}: ${value}`);
  const lines = [...notes, ...facts, ...differenceLines(differences)].join("\n");
  const of = `${suite}.${kind}`;
  const name = `${address} ${word}`;
  if (state === "failed") return failedCase(of, name, message ?? word, lines);
  const out = lines === "" ? {} : { "system-out": text(lines) };
  const skipped =
    state === "skipped" ? { skipped: { "@message": attribute(message ?? "not tried") } } : {};
  return { ...named(of, name), ...skipped, ...out };
}

/** XML readers do not keep line breaks in attributes. */
function attribute(value: string): string {
  return text(value).replaceAll(/[\t\n\r]+/g, " ");
}

function text(value: string): string {
  return writableText(value);
}
