/** Users, groups and roles (docs/compatibility.md, "Accounts"). */
import { contract, del, get, post, put } from "./harness.ts";
import { by228 } from "./rows.ts";

const XML = "text/xml";
const JSON_TYPE = "application/json";
const UG = "/security/usergroup";
const ROLES = "/security/roles";
const USER_FAULT = by228({ status: 400, text: "User Rest Request failed with IllegalArgumentException:\nCheck the logs for further details" }, { status: 404 });
const ROLE_FAULT = by228({ status: 400, text: "Role Rest Request failed with IllegalArgumentException:\nCheck the logs for further details" }, { status: 404 });
const DONE = { status: 200, text: "" };
const MADE = { status: 201, text: "" };

const user = (fields: string) => `<user>${fields}</user>`;
const link = (path: string) => post(path, XML, "");
const as = (name: string, password: string) => ({ authorization: `Basic ${btoa(`${name}:${password}`)}` });
/** Never with a password; a stock server names it all the same. */
const users = (...listed: readonly (readonly [string, boolean])[]) => ({
  documented: { status: 200, json: { users: listed.map(([userName, enabled]) => ({ userName, enabled })) }, without: /argon|hash/ },
  geoserver: { status: 200, json: { users: listed.map(([userName, enabled]) => ({ enabled, password: null, userName })) }, without: /argon|hash/ },
});
/** A list in XML, which a stock server writes with a declaration. */
const listed = (text: string, stock = text) => ({
  documented: { status: 200, text, headers: { "content-type": /^application\/xml/ } },
  geoserver: { status: 200, text: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${stock}`, headers: { "content-type": /^application\/xml/ } },
});

contract("users and groups", [
  { name: "the administrator is there", request: get(`${UG}/users.xml`), answer: listed("<users><user><userName>admin</userName><enabled>true</enabled></user></users>", "<users><user><enabled>true</enabled><userName>admin</userName></user></users>"), foreign: false },
  { name: "in JSON, never with a password", request: get(`${UG}/users.json`), answer: users(["admin", true]), foreign: false },
  { name: "no groups, in XML", request: get(`${UG}/groups.xml`), answer: listed("<groups/>"), foreign: false },
  { name: "no groups, in JSON", request: get(`${UG}/groups`), answer: { status: 200, json: { groups: [] } }, foreign: false },
  { name: "a new user", request: post(`${UG}/users`, XML, user("<userName>u</userName><password>p</password><enabled>true</enabled>")), answer: MADE },
  { name: "can log in", request: put("/security/self/password", JSON_TYPE, '{"newPassword":"p"}', as("u", "p")), answer: { status: 200 }, foreign: false },
  { name: "another, by JSON, switched off", request: post(`${UG}/users.json`, JSON_TYPE, '{"userName":"v","password":"a b","enabled":false}'), answer: MADE, foreign: false },
  { name: "cannot log in", request: get("/styles.json", as("v", "a b")), answer: { status: 401, text: "The user name or password is wrong" }, foreign: false },
  { name: "both are listed", request: get(`${UG}/users.json`), answer: users(["admin", true], ["u", true], ["v", false]), foreign: false },
  { name: "the same again", request: post(`${UG}/users`, XML, user("<userName>u</userName><password>p</password><enabled>true</enabled>")), answer: { documented: { status: 409, text: "The user u already exists" }, geoserver: { status: 400 }, "2.28": { status: 404 } }, foreign: false },
  { name: "without a name", request: post(`${UG}/users`, XML, user("<password>p</password>")), answer: { documented: { status: 400, text: "userName is missing" }, geoserver: { status: 500 } }, foreign: false },
  { name: "without a word about being enabled", request: post(`${UG}/users`, XML, user("<userName>x</userName><password>p</password>")), answer: { documented: { status: 201 }, geoserver: { status: 500, text: /\nenabled is missing$/ } } },
  { name: "which is removed where it was made", request: del(`${UG}/user/x`), answer: { documented: { status: 200 }, geoserver: { status: 400 }, "2.28": { status: 404 } } },
  { name: "without a password", request: post(`${UG}/users`, XML, user("<userName>w</userName>")), answer: { documented: { status: 400, text: "password is missing" }, geoserver: { status: 500 } }, foreign: false },
  { name: "with a password that cannot be sent", request: post(`${UG}/users`, JSON_TYPE, '{"userName":"w","password":"a\\tb"}'), answer: { documented: { status: 422, text: "The password cannot be used: it holds a control character" }, geoserver: { status: 500 } }, foreign: false },
  { name: "with a colon in the name", request: post(`${UG}/users`, XML, user("<userName>w:x</userName><password>p</password>")), answer: { documented: { status: 400, text: /holds the character ":"/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "with a broken body", request: post(`${UG}/users`, XML, "<user><password>hidden</user>"), answer: { status: 400, without: /hidden/ }, foreign: false },
  { name: "with another type of body", request: post(`${UG}/users`, "text/plain", "u"), answer: { status: 415 } },
  { name: "an update keeps what it does not name", request: post(`${UG}/user/v`, XML, user("<enabled>true</enabled>")), answer: DONE },
  { name: "so the password is the same", request: put("/security/self/password", JSON_TYPE, '{"newPassword":"a c"}', as("v", "a b")), answer: { status: 200 }, foreign: false },
  { name: "an update of the password keeps the rest", request: post(`${UG}/user/v`, JSON_TYPE, '{"user":{"password":" d "}}'), answer: DONE, foreign: false },
  { name: "in force at once, blanks and all", request: put("/security/self/password", JSON_TYPE, '{"newPassword":"e"}', as("v", " d ")), answer: { status: 200 }, foreign: false },
  { name: "update of an unknown user", request: post(`${UG}/user/none`, XML, user("<enabled>true</enabled>")), answer: USER_FAULT },
  { name: "PUT of a user", request: put(`${UG}/user/v`, XML, user("<enabled>true</enabled>")), answer: { status: 405 } },
  { name: "a new group", request: link(`${UG}/group/g`), answer: MADE },
  { name: "the same again", request: link(`${UG}/group/g`), answer: { documented: { status: 409, text: "The group g already exists" }, geoserver: { status: 400 }, "2.28": { status: 404 } }, foreign: false },
  { name: "is listed", request: get(`${UG}/groups.xml`), answer: listed("<groups><group>g</group></groups>"), foreign: false },
  { name: "a member", request: link(`${UG}/user/u/group/g`), answer: DONE },
  { name: "already linked", request: link(`${UG}/user/u/group/g`), answer: { status: 200, text: "Username already associated with this groupname" } },
  { name: "groups of the user", request: get(`${UG}/user/u/groups.json`), answer: { status: 200, json: { groups: ["g"] } } },
  { name: "users of the group", request: get(`${UG}/group/g/users.xml`), answer: listed("<users><user><userName>u</userName><enabled>true</enabled></user></users>", "<users><user><enabled>true</enabled><userName>u</userName></user></users>"), foreign: false },
  { name: "groups of an unknown user", request: get(`${UG}/user/none/groups.json`), answer: USER_FAULT },
  { name: "users of an unknown group", request: get(`${UG}/group/none/users.json`), answer: USER_FAULT },
  { name: "an unknown member", request: link(`${UG}/user/none/group/g`), answer: USER_FAULT },
  { name: "a member of an unknown group", request: link(`${UG}/user/u/group/none`), answer: USER_FAULT },
  { name: "out of the group", request: del(`${UG}/user/u/group/g`), answer: DONE },
  { name: "out of it again", request: del(`${UG}/user/u/group/g`), answer: DONE, foreign: false },
  { name: "nobody is left in it", request: get(`${UG}/group/g/users.json`), answer: users() },
  { name: "back into it", request: link(`${UG}/user/u/group/g`), answer: DONE },
  { name: "the group is removed", request: del(`${UG}/group/g`), answer: DONE },
  { name: "and gone from the user", request: get(`${UG}/user/u/groups.xml`), answer: listed("<groups/>"), foreign: false },
  { name: "removed again", request: del(`${UG}/group/g`), answer: USER_FAULT },
  { name: "the user is removed", request: del(`${UG}/user/u`), answer: DONE },
  { name: "and cannot log in", request: get("/styles.json", as("u", "p")), answer: { status: 401 }, foreign: false },
  { name: "removed again", request: del(`${UG}/user/u`), answer: USER_FAULT },
  { name: "who does not administrate may not look", request: get(`${UG}/users.json`, as("v", "e")), answer: { status: 403, text: "Administrative privileges required" }, foreign: false },
  { name: "nor change", request: link(`${ROLES}/role/ADMIN/user/v`), answer: DONE, foreign: false },
  { name: "unless made an administrator, in force at once", request: get(`${UG}/users.json`, as("v", "e")), answer: users(["admin", true], ["v", true]), foreign: false },
]);

contract("roles", [
  { name: "the roles of a fresh catalog", request: get(`${ROLES}.json`), answer: { status: 200, json: { roles: ["ADMIN", "GROUP_ADMIN"] } }, foreign: false },
  { name: "the administrator's", request: get(`${ROLES}/user/admin.json`), answer: { status: 200, json: { roles: ["ADMIN"] } } },
  { name: "in XML", request: get(`${ROLES}.xml`), answer: { status: 200, text: /<roles><role>ADMIN<\/role>/ } },
  { name: "a new role", request: link(`${ROLES}/role/ROLE_MAP`), answer: MADE },
  { name: "is there without members", request: get(`${ROLES}.xml`), answer: { status: 200, text: /<role>ROLE_MAP<\/role>/ } },
  { name: "the same again", request: link(`${ROLES}/role/ROLE_MAP`), answer: { documented: { status: 409, text: "Role 'ROLE_MAP' already exists" }, geoserver: { status: 400 }, "2.28": { status: 404 } } },
  { name: "a built-in one again", request: link(`${ROLES}/role/ADMIN`), answer: { documented: { status: 409 }, geoserver: { status: 400 }, "2.28": { status: 404 } } },
  ...["ROLE_ADMINISTRATOR", "ROLE_AUTHENTICATED", "ROLE_ANONYMOUS", "ROLE_GROUP_ADMIN"].map((role) => (
    { name: `the server's own role ${role}`, request: link(`${ROLES}/role/${role}`), answer: { documented: { status: 409, text: /server's own/ }, geoserver: { status: 400 }, "2.28": { status: 404 } }, foreign: false } as const)),
  { name: "one that rules could not name", request: link(`${ROLES}/role/A,B`), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "one at the bound", request: link(`${ROLES}/role/${"R".repeat(128)}`), answer: MADE, foreign: false },
  { name: "one beyond the bound", request: link(`${ROLES}/role/${"R".repeat(129)}`), answer: { documented: { status: 400, text: "The role name is longer than 128 bytes (129)" }, geoserver: { status: 500 } }, foreign: false },
  { name: "a user", request: post(`${UG}/users`, XML, user("<userName>u</userName><password>p</password><enabled>true</enabled>")), answer: MADE },
  { name: "a group", request: link(`${UG}/group/g`), answer: MADE },
  { name: "the role for the user", request: link(`${ROLES}/role/ROLE_MAP/user/u`), answer: DONE },
  { name: "again", request: link(`${ROLES}/role/ROLE_MAP/user/u`), answer: DONE, foreign: false },
  { name: "the role for the group", request: link(`${ROLES}/role/ROLE_MAP/group/g`), answer: DONE },
  { name: "roles of the user", request: get(`${ROLES}/user/u.json`), answer: { status: 200, json: { roles: ["ROLE_MAP"] } } },
  { name: "roles of the group", request: get(`${ROLES}/group/g.xml`), answer: listed("<roles><role>ROLE_MAP</role></roles>"), foreign: false },
  { name: "roles of an unknown user", request: get(`${ROLES}/user/none`), answer: { status: 200, json: { roles: [] } }, foreign: false },
  { name: "roles of an unknown user, in XML", request: get(`${ROLES}/service/default/user/none.xml`), answer: { status: 200, text: /<roles\/>$/ } },
  { name: "roles of an unknown group", request: get(`${ROLES}/group/none`), answer: { status: 200, json: { roles: [] } }, foreign: false },
  { name: "but not in an unknown service", request: get(`${ROLES}/service/other/user/none`), answer: ROLE_FAULT, foreign: false },
  { name: "an unknown role", request: link(`${ROLES}/role/NONE/user/u`), answer: ROLE_FAULT },
  { name: "an unknown user", request: link(`${ROLES}/role/ROLE_MAP/user/none`), answer: ROLE_FAULT, foreign: false },
  { name: "an unknown group", request: link(`${ROLES}/role/ROLE_MAP/group/none`), answer: ROLE_FAULT, foreign: false },
  { name: "taken from the user", request: del(`${ROLES}/role/ROLE_MAP/user/u`), answer: DONE },
  { name: "taken again", request: del(`${ROLES}/role/ROLE_MAP/user/u`), answer: DONE, foreign: false },
  { name: "the user has none", request: get(`${ROLES}/user/u.json`), answer: { status: 200, json: { roles: [] } }, foreign: false },
  { name: "taken from the group", request: del(`${ROLES}/role/ROLE_MAP/group/g`), answer: DONE },
  { name: "given again", request: link(`${ROLES}/role/ROLE_MAP/group/g`), answer: DONE },
  { name: "the role is removed", request: del(`${ROLES}/role/ROLE_MAP`), answer: DONE },
  { name: "and gone from the group", request: get(`${ROLES}/group/g.json`), answer: { status: 200, json: { roles: [] } }, foreign: false },
  { name: "removed again", request: del(`${ROLES}/role/ROLE_MAP`), answer: ROLE_FAULT },
  { name: "a built-in role stays", request: del(`${ROLES}/role/ROLE_AUTHENTICATED`), answer: { status: 409, text: /built in/ }, foreign: false },
  { name: "a role cannot be read by itself", request: get(`${ROLES}/role/ADMIN`), answer: { status: 405 }, foreign: false },
]);

contract("named services", [
  { name: "users", request: get(`${UG}/service/default/users.json`), answer: users(["admin", true]), foreign: false },
  { name: "a new user", request: post(`${UG}/service/default/users`, XML, user("<userName>u</userName><password>p</password><enabled>true</enabled>")), answer: MADE },
  { name: "a new group", request: link(`${UG}/service/default/group/g`), answer: MADE },
  { name: "a member", request: link(`${UG}/service/default/user/u/group/g`), answer: DONE },
  { name: "a new role", request: link(`${ROLES}/service/default/role/ROLE_MAP`), answer: MADE },
  { name: "for the user", request: link(`${ROLES}/service/default/role/ROLE_MAP/user/u`), answer: DONE },
  { name: "seen by the plain path", request: get(`${ROLES}/user/u.json`), answer: { status: 200, json: { roles: ["ROLE_MAP"] } } },
  { name: "roles", request: get(`${ROLES}/service/default.json`), answer: { status: 200, text: /ROLE_MAP/ } },
  { name: "an unknown user service", request: get(`${UG}/service/other/users.json`), answer: USER_FAULT },
  { name: "an unknown role service", request: get(`${ROLES}/service/other.json`), answer: ROLE_FAULT },
  { name: "nothing is made in it", request: link(`${UG}/service/other/group/h`), answer: USER_FAULT },
  { name: "who does not administrate is not told that it is unknown", request: get(`${UG}/service/other/users.json`, as("u", "p")), answer: { status: 403 }, foreign: false },
]);

const LAST = { status: 409, text: "Nobody would be left who can administrate; give another enabled account the role ADMIN first" };

contract("the last administrator", [
  { name: "cannot be removed", request: del(`${UG}/user/admin`), answer: LAST, foreign: false },
  { name: "cannot be switched off", request: post(`${UG}/user/admin`, XML, user("<enabled>false</enabled>")), answer: LAST, foreign: false },
  { name: "cannot lose the role", request: del(`${ROLES}/role/ADMIN/user/admin`), answer: LAST, foreign: false },
  { name: "may have it by the server's own name", request: link(`${ROLES}/role/ROLE_ADMINISTRATOR/user/admin`), answer: DONE, foreign: false },
  { name: "and no other", request: del(`${ROLES}/role/ADMIN/user/admin`), answer: DONE, foreign: false },
  { name: "as folders of earlier versions have it", request: get(`${ROLES}/user/admin.json`), answer: { status: 200, json: { roles: ["ROLE_ADMINISTRATOR"] } }, foreign: false },
  { name: "but cannot lose that one too", request: del(`${ROLES}/role/ROLE_ADMINISTRATOR/user/admin`), answer: LAST, foreign: false },
  { name: "a second one, by a group", request: post(`${UG}/users`, XML, user("<userName>second</userName><password>p</password><enabled>true</enabled>")), answer: MADE, foreign: false },
  { name: "with the group", request: link(`${UG}/group/chiefs`), answer: MADE, foreign: false },
  { name: "in it", request: link(`${UG}/user/second/group/chiefs`), answer: DONE, foreign: false },
  { name: "which has the role", request: link(`${ROLES}/role/ADMIN/group/chiefs`), answer: DONE, foreign: false },
  { name: "then the first may lose it", request: del(`${ROLES}/role/ROLE_ADMINISTRATOR/user/admin`), answer: DONE, foreign: false },
  { name: "and has", request: get(`${UG}/users.json`), answer: { status: 403 }, foreign: false },
  ...([
    ["the group stays", del(`${UG}/group/chiefs`, as("second", "p"))],
    ["with its role", del(`${ROLES}/role/ADMIN/group/chiefs`, as("second", "p"))],
    ["and its member", del(`${UG}/user/second/group/chiefs`, as("second", "p"))],
  ] as const).map(([name, request]) => ({ name, request, answer: LAST, foreign: false }) as const),
  { name: "the first one can go", request: del(`${UG}/user/admin`, as("second", "p")), answer: DONE, foreign: false },
  { name: "and is gone", request: get("/styles.json"), answer: { status: 401 }, foreign: false },
]);
