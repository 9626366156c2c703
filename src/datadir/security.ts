/** Rules, catalog mode and accounts of a data directory. Passwords and keys are never read. */
import type { RuleSet } from "../model/access-rule.ts";
import { parseCatalogMode, type CatalogMode } from "../model/catalog-mode.ts";
import { ruleGrammars, type RuleDomain } from "../model/rule-domain.ts";
import { unwritableIn, writableText } from "../model/writable.ts";
import { modeInFile, rulesFile, rulesInFile } from "../wire/rules-file.ts";
import { asList, member, memberText, type Tree } from "../wire/tree.ts";
import { each, foldersIn, readDocument, type Loading } from "./load/document.ts";
import { nameOf } from "./tree/file-tree.ts";

export interface Account {
  readonly userName: string;
  readonly enabled: boolean;
}

/** The access settings of a directory. */
export interface Security {
  readonly rules: Readonly<Record<RuleDomain, RuleSet>>;
  readonly mode: CatalogMode;
  readonly users: readonly Account[];
  /** Members by group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly roles: readonly string[];
  readonly rolesOfUser: ReadonlyMap<string, readonly string[]>;
  readonly rolesOfGroup: ReadonlyMap<string, readonly string[]>;
}

/** Reads the settings. A missing file counts as that of a new catalog. */
export async function loadSecurity(loading: Loading): Promise<Security> {
  const layers = await fileIn(loading, "layers");
  const modeText = (layers && modeInFile(layers)) ?? "HIDE";
  const mode = parseCatalogMode(modeText);
  if (mode === undefined) {
    const message = `The catalog mode ${JSON.stringify(modeText)} is none; HIDE is taken`;
    loading.notes.damaged({ file: rulesFile("layers"), message });
  }
  return {
    rules: {
      layers: rulesIn(loading, "layers", layers),
      services: rulesIn(loading, "services", await fileIn(loading, "services")),
      rest: rulesIn(loading, "rest", await fileIn(loading, "rest")),
    },
    mode: mode ?? "HIDE",
    ...(await loadUsers(loading)),
    ...(await loadRoles(loading)),
  };
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

/** The rules of a file. Invalid rules are included as text, so that an import names them. */
function rulesIn({ notes }: Loading, domain: RuleDomain, bytes: Uint8Array | undefined): RuleSet {
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

async function loadUsers(loading: Loading): Promise<Pick<Security, "users" | "groups">> {
  const document = await serviceDocument(loading, "security/usergroup", "users.xml");
  const users = listIn(document?.content, "users", "user").flatMap((user): readonly Account[] => {
    const userName = memberText(user, "@name") ?? "";
    const enabled = memberText(user, "@enabled")?.toLowerCase() !== "false";
    return userName === "" ? [] : [{ userName, enabled }];
  });
  for (const { userName } of document === undefined ? [] : users) {
    const message = `The password of user ${userName} is not read: it is kept as a digest`;
    const address = { kind: "User", workspace: null, name: userName };
    loading.notes.unread({ file: document?.file ?? "", message, address });
  }
  const groups = listIn(document?.content, "groups", "group").map(
    (group) =>
      [
        memberText(group, "@name") ?? "",
        asList(member(group, "member")).flatMap((one) => memberText(one, "@username") ?? []),
      ] as const,
  );
  return { users, groups: new Map(groups) };
}

async function loadRoles(
  loading: Loading,
): Promise<Pick<Security, "roles" | "rolesOfUser" | "rolesOfGroup">> {
  const document = await serviceDocument(loading, "security/role", "roles.xml");
  const content = document?.content;
  const listed = listIn(content, "roleList", "role");
  for (const role of listed.filter((one) => memberText(one, "@parentID") !== undefined)) {
    const [name, parent] = [memberText(role, "@id"), memberText(role, "@parentID")];
    const message = `Role ${name} inherits from ${parent}, which no request shows`;
    loading.notes.unread({ file: document?.file ?? "", message });
  }
  const assigned = (list: string, item: string, attribute: string) =>
    new Map(
      listIn(content, list, item).map((one) => [
        memberText(one, attribute) ?? "",
        asList(member(one, "roleRef")).flatMap((role) => memberText(role, "@roleID") ?? []),
      ]),
    );
  return {
    roles: listed.flatMap((role) => memberText(role, "@id") ?? []),
    rolesOfUser: assigned("userList", "userRoles", "@username"),
    rolesOfGroup: assigned("groupList", "groupRoles", "@groupname"),
  };
}

function listIn(content: Tree | undefined, list: string, item: string): readonly Tree[] {
  return asList(member(member(content, list), item));
}
