/** The map of the sources: every room with what lives there, and every file with its first sentence. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** docs/map.md; `notice` says that it is generated. */
export function mapPage(notice: string): string {
  const rooms = roomsBelow("src").map((room) => {
    const files = filesIn(room).map((file) => `- \`${file}\`: ${firstSentence(join(room, file))}`);
    const about = aboutOf(room);
    return [`## ${room}`, ...(about === undefined ? [] : [about]), files.join("\n")].join("\n\n");
  });
  return `# Map of the sources\n\n${notice}\n${rooms.join("\n\n")}\n`;
}

function roomsBelow(folder: string): readonly string[] {
  const inner = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .toSorted();
  return [folder, ...inner.flatMap(roomsBelow)];
}

function filesIn(room: string): readonly string[] {
  return readdirSync(join(root, room))
    .filter((name) => name.endsWith(".ts"))
    .toSorted();
}

/** The second paragraph of its README. */
function aboutOf(room: string): string | undefined {
  const file = join(root, room, "README.md");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n\n")[1] : undefined;
}

/** Of the comment at its top. */
function firstSentence(file: string): string {
  const text = readFileSync(join(root, file), "utf8");
  const [, comment = ""] = /^\s*\/\*\*([\s\S]*?)\*\//.exec(text) ?? [];
  const words = comment
    .replaceAll(/^\s*\* ?/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const sentence = /^.*?[.?!](?=\s|$)/.exec(words)?.[0] ?? words;
  // No link is meant.
  return sentence.replaceAll("](", "] (");
}
