/** Rules, catalog mode and accounts of a data directory. Passwords and keys are never read. */
import type { RuleSet } from "../model/access-rule.ts";
import { parseCatalogMode } from "../model/catalog-mode.ts";
import { each } from "../model/each.ts";
import { ruleGrammars, type RuleDomain } from "../model/rule-domain.ts";
import { unwritableIn, writableText } from "../model/writable.ts";
import { modeInFile, rulesFile, rulesInFile } from "../wire/rules-file.ts";
import { asList, member, memberText, type Tree } from "../wire/tree.ts";
import { ruleRecords } from "../server/catalog/access-rules.ts";
import { foldersIn, readDocument, type Loading } from "./load/document.ts";
import { recordOf, type DirectoryRecord } from "./load/objects.ts";
import { nameOf } from "./tree/file-tree.ts";

/** Reads the settings. A missing file counts as that of a new catalog. */
export async function loadSecurity(loading: Loading): Promise<readonly DirectoryRecord[]> {
  const layers = await fileIn(loading, "layers");
  const modeText = (layers && modeInFile(layers)) ?? "HIDE";
  const mode = parseCatalogMode(modeText);
  if (mode === undefined) {
    const message = `The catalog mode ${JSON.stringify(modeText)} is invalid; HIDE is used`;
    loading.notes.damaged({ file: rulesFile("layers"), message });
  }
  return [
    recordOf("setting", "catalog-mode", { text: mode ?? "HIDE" }),
    ...rulesIn(loading, "layers", layers),
    ...rulesIn(loading, "services", await fileIn(loading, "services")),
    ...rulesIn(loading, "rest", await fileIn(loading, "rest")),
    ...(await loadAccounts(loading)),
  ];
}

async function fileIn(
  { tree, used }: Loading,
  domain: RuleDomain,
): Promise<Uint8Array | undefined> {
  const bytes = await tree.read(rulesFile(domain));
  if (bytes !== undefined) used.add(rulesFile(domain));
  return bytes;
}

/** GeoServer's fallback for a file without layer rules. */
const OPEN: RuleSet = new Map([
  ["*.*.r", ["*"]],
  ["*.*.w", ["*"]],
]);

function rulesIn(
  loading: Loading,
  domain: RuleDomain,
  bytes: Uint8Array | undefined,
): readonly DirectoryRecord[] {
  return [...ruleSetIn(loading, domain, bytes)].map(([key, roles]) =>
    recordOf(ruleRecords[domain], key, { roles }),
  );
}

/** The rules of a file. Invalid rules are included as text, so that an import names them. */
function ruleSetIn({ notes }: Loading, domain: RuleDomain, bytes: Uint8Array | undefined): RuleSet {
  const { problem, fresh } = ruleGrammars[domain];
  const file = rulesFile(domain);
  if (bytes === undefined) {
    notes.unread({
      file,
      message: `There are no rules on ${domain}; those of a new catalog stand in`,
    });
    return fresh;
  }
  const { rules, repeated } = rulesInFile(bytes, domain);
  for (const { key, line } of repeated) {
    const message = `The rule ${key} stands there before in another spelling, which is taken`;
    notes.damaged({ file, line, message });
  }
  const shown = new Map<string, readonly string[]>();
  for (const [key, roles] of rules) {
    shown.set(writableText(key), roles.map(writableText));
    if (unwritableIn([key, ...roles].join()) === undefined) continue;
    const message = `The rule ${writableText(key)} holds a character that no document can hold; U+FFFD stands in`;
    notes.damaged({ file, message });
  }
  const isEmpty = [...rules.keys()].every((key) => problem(key) !== undefined);
  return domain === "layers" && isEmpty ? new Map([...OPEN, ...shown]) : shown;
}

/** The document of the service in use: `default`, else the first. */
async function serviceDocument(
  loading: Loading,
  folder: string,
  name: string,
): Promise<{ readonly content: Tree; readonly file: string } | undefined> {
  const services = await foldersIn(loading, folder);
  const found = await each(services, async (service) =>
    (await loading.tree.read(`${service}/${name}`)) === undefined ? [] : [service],
  );
  const there = found.flat();
  const used = there.find((service) => nameOf(service) === "default") ?? there[0];
  for (const other of there.filter((service) => service !== used)) {
    const message = `Accounts of the service ${nameOf(other)} are not read; those of ${nameOf(used ?? "")} are`;
    loading.notes.unread({ file: `${other}/${name}`, message });
    loading.used.add(`${other}/${name}`);
  }
  return used === undefined ? undefined : readDocument(loading, `${used}/${name}`);
}

async function loadAccounts(loading: Loading): Promise<readonly DirectoryRecord[]> {
  const users = await serviceDocument(loading, "security/usergroup", "users.xml");
  const roles = await serviceDocument(loading, "security/role", "roles.xml");
  const listed = listIn(roles?.content, "roleList", "role");
  for (const role of listed.filter((one) => memberText(one, "@parentID") !== undefined)) {
    const [name, parent] = [memberText(role, "@id"), memberText(role, "@parentID")];
    const message = `Role ${name} inherits from ${parent}, which no request shows`;
    loading.notes.unread({ file: roles?.file ?? "", message });
  }
  const assigned = (list: string, item: string, attribute: string) =>
    namedLists(listIn(roles?.content, list, item), attribute, ["roleRef", "@roleID"]);
  const groups = listIn(users?.content, "groups", "group");
  const members = namedLists(groups, "@name", ["member", "@username"]);
  const [ofUser, ofGroup] = [
    assigned("userList", "userRoles", "@username"),
    assigned("groupList", "groupRoles", "@groupname"),
  ];
  return [
    ...listed
      .flatMap((role) => memberText(role, "@id") ?? [])
      .map((name) => recordOf("role", name, {})),
    ...[...members.keys()].map((name) =>
      recordOf("account-group", name, { enabled: true, roles: ofGroup.get(name) ?? [] }),
    ),
    ...listIn(users?.content, "users", "user").flatMap((user) => {
      const name = memberText(user, "@name") ?? "";
      if (name === "") return [];
      const message = `The password of user ${name} is not read: it is kept as a digest`;
      const address = { kind: "User", workspace: null, name };
      loading.notes.unread({ file: users?.file ?? "", message, address });
      const own = [...members].flatMap(([group, all]) => (all.includes(name) ? [group] : []));
      const enabled = memberText(user, "@enabled")?.toLowerCase() !== "false";
      // Nobody logs in by it: no password has an empty hash.
      const account = { hash: "", enabled, roles: ofUser.get(name) ?? [], groups: own };
      return [recordOf("account", name, account)];
    }),
  ];
}

/** Texts of the items' members, by the names of the items. */
function namedLists(
  items: readonly Tree[],
  name: string,
  [element, attribute]: readonly [string, string],
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    items.map((one) => [
      memberText(one, name) ?? "",
      asList(member(one, element)).flatMap((inner) => memberText(inner, attribute) ?? []),
    ]),
  );
}

function listIn(content: Tree | undefined, list: string, item: string): readonly Tree[] {
  return asList(member(member(content, list), item));
}
