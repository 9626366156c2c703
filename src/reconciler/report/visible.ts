/** Replaces control, invisible and bidirectional characters in untrusted text. Pure. */

const UNSEEN = "\ufffd";

/** Makes a text visible on one line. */
export function visible(text: string): string {
  return text.replaceAll(/\p{C}/gu, (sign) => (/\s/.test(sign) ? " ↵ " : UNSEEN));
}

/** Makes a text visible and keeps its line breaks and tabs. */
export function visibleText(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{C}/gu, UNSEEN);
}

/** Makes terminal output visible and keeps ASCII control characters, which colours need. */
export function visibleLines(text: string): string {
  return text.replaceAll(/(?![\0-\u001f])\p{C}/gu, UNSEEN);
}
