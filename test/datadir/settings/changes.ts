/** Other texts for a setting: one that means something else, as far as that can be told without knowing what it is. */

/** Texts to try in the place of one; `seen` are those of the same place elsewhere. */
export function otherTexts(
  path: string,
  text: string,
  seen: ReadonlySet<string>,
): readonly string[] {
  const elsewhere = [...seen].filter((one) => one !== text && one !== "").slice(0, MOST);
  const known = VALUES.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  const others = [...byForm(text), ...known, ...elsewhere].filter((one) => one !== text);
  // Manifests refer to a secret, whatever it is.
  const none = /passw/i.test(path) ? [""] : [];
  return [...new Set([...others, ...none])];
}

const MOST = 2;

function byForm(text: string): readonly string[] {
  if (/^(?:true|false)$/i.test(text)) return [text.toLowerCase() === "true" ? "false" : "true"];
  if (/^-?\d+$/.test(text)) return [String(Number(text) + 1), String(Number(text) - 1)];
  if (/^-?\d*\.\d+(?:E-?\d+)?$/.test(text)) return [String(Number(text) / 2)];
  return [`${text}x`];
}

/** Values of settings that are one of a few. */
const VALUES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\/description$/, ["Another"]],
  [/\/watermark\/position$/, ["TOP_LEFT"]],
  [/\/interpolation$/, ["Bicubic"]],
  [/\/serviceLevel$/, ["TRANSACTIONAL"]],
  [/\/srsNameStyle$/, ["URL"]],
  [/\/overviewPolicy$/, ["NEAREST"]],
  [/\/queueType$/, ["DIRECT"]],
  [/\/projectionPolicy$/, ["NONE", "REPROJECT_TO_DECLARED"]],
  [/^layerGroup\/mode$/, ["NAMED", "CONTAINER"]],
  [/\/defaultWMSInterpolationMethod$/, ["Bicubic"]],
  [/\/disabledServices\/string$/, ["WCS"]],
  [/\/virtualTable\/geometry\/type$/, ["LineString"]],
  [/\/geometry\/srid$/, ["3857"]],
  [/\/presentation$/, ["LIST", "CONTINUOUS_INTERVAL"]],
  [/^style\/format$/, ["css"]],
  [/\/webUIMode$/, ["REDIRECT"]],
  [/\/pngEncoderType$/, ["JDK"]],
  [/\/resourceErrorHandling$/, ["OGC_EXCEPTION_REPORT"]],
];
