/** Texts of manifests and servers as people see them: nothing unseen, nothing that turns others around. Pure. */

/** What stands for a sign that nobody sees. */
const UNSEEN = "\ufffd";

/** A text on one line, without signs that nobody sees and without those that turn others around. */
export function visible(text: string): string {
  return text.replaceAll(/\p{C}/gu, (sign) => (/\s/.test(sign) ? " ↵ " : UNSEEN));
}

/** The same of a text that keeps its lines and tabs. */
export function visibleText(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{C}/gu, UNSEEN);
}

/** The same of lines for a terminal, which may have colours. */
export function visibleLines(text: string): string {
  return text.replaceAll(/(?![\0-\u001f])\p{C}/gu, UNSEEN);
}
