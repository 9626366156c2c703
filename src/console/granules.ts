/** The granules of a mosaic on a map and in a table, for one time or for all. */
import { element, section, status, table, type Child } from "./element.ts";
import { readIndex, type Granule, type GranuleIndex } from "./granule-index.ts";
import { momentsOf, type Moment } from "./granule-times.ts";
import type { Rest } from "./reading.ts";

/** Rows of the table. */
const SHOWN = 100;

/** Undefined where the coverage has no index. */
export async function granulesSection(
  rest: Rest,
  path: string,
  document: unknown,
): Promise<HTMLElement | undefined> {
  const index = await readIndex(rest, path);
  return index && section("Granules", ...(await viewOf(index, isInDegrees(document, index))));
}

/** Whether the index has longitudes and latitudes: by the coverage's system, and by its numbers. */
function isInDegrees(document: unknown, { granules }: GranuleIndex): boolean {
  const { coverage } = (document ?? {}) as {
    readonly coverage?: { readonly nativeCRS?: unknown };
  };
  const native = coverage?.nativeCRS;
  const text = typeof native === "string" ? native : (JSON.stringify(native) ?? "");
  if (/PROJCS|PROJCRS|LOCAL_CS/.test(text)) return false;
  return granules.every(
    ({ footprint: area }) =>
      area === undefined ||
      (area.left >= -360 && area.right <= 360 && area.bottom >= -90 && area.top <= 90),
  );
}

async function viewOf(index: GranuleIndex, isDegrees: boolean): Promise<readonly Child[]> {
  const { granules, time, isCut } = index;
  if (granules.length === 0) return [element("p", {}, "No granules yet.")];
  // The map library is loaded with the first map.
  const { openMap } = await import("./granule-map.ts");
  const said = status();
  const target = element("div", {
    class: "map",
    tabindex: "0",
    role: "application",
    "aria-label": "Map of the granules",
  });
  const rows = element("div");
  const show = openMap(target, { granules, isDegrees }, (chosen) => {
    rows.replaceChildren(tableOf(chosen));
    said.textContent = countText(chosen.length, "here");
  });
  const moments = time === undefined ? [] : momentsOf(granules, time);
  const showAll = (label: string, own: readonly Granule[]) => {
    show(own);
    rows.replaceChildren(tableOf(own));
    said.textContent = countText(own.length, label);
  };
  const controls = moments.length > 1 ? timeControls(moments, granules, showAll) : undefined;
  if (controls === undefined) showAll(moments[0]?.label ?? "in all", granules);
  const cut = isCut ? element("p", {}, "More granules exist and are not shown.") : undefined;
  return [cut, controls, target, said, rows];
}

/** A slider for the time, and a checkbox for all times. */
function timeControls(
  moments: readonly Moment[],
  all: readonly Granule[],
  show: (label: string, granules: readonly Granule[]) => void,
): HTMLElement {
  const last = String(moments.length - 1);
  const slider = element("input", { type: "range", min: "0", max: last, step: "1", value: last });
  const box = element("input", { type: "checkbox" });
  const output = element("span", { class: "time" });
  const update = () => {
    const { label, granules } = moments[slider.valueAsNumber] ?? { label: "", granules: [] };
    slider.disabled = box.checked;
    slider.setAttribute("aria-valuetext", label);
    output.textContent = box.checked ? "all times" : label;
    show(box.checked ? "of all times" : `of ${label}`, box.checked ? all : granules);
  };
  slider.addEventListener("input", update);
  box.addEventListener("change", update);
  update();
  return element(
    "div",
    { class: "times" },
    element("label", {}, "Time ", slider),
    output,
    element("label", {}, box, " All times"),
  );
}

function countText(count: number, of: string): string {
  const text = `${count === 1 ? "1 granule" : `${count} granules`} ${of}`;
  return count > SHOWN ? `${text}; the table has the first ${SHOWN}.` : `${text}.`;
}

function tableOf(granules: readonly Granule[]): HTMLElement {
  const shown = granules.slice(0, SHOWN);
  const names = Object.keys(shown[0]?.properties ?? {});
  const rows = shown.map(({ id, properties }) => [
    id,
    ...names.map((name) => String(properties[name] ?? "")),
  ]);
  return table("Granules", ["Id", ...names], rows);
}
