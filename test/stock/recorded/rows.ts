/**
 * What a running server was seen to answer (GeoServer 3.0-SNAPSHOT of March 2026 in Jetty 12), condensed: how it
 * answers which request in which state, without bodies but for texts that clients match on. Rules of the stock
 * server name the rows that they follow; docs/compatibility.md shows them.
 */

export type RecordedForm =
  /** No content, and no type. */
  | "empty"
  | "text/plain"
  | "application/xml"
  | "application/json"
  /** By the servlet container: in Jetty a page for GET and POST, nothing for PUT and DELETE. */
  | "container"
  /** By the framework: application/problem+json. */
  | "problem";

/** An answer. In texts and paths `{name}` stands for what differs. */
export interface RecordedAnswer {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/rest`. */
  readonly path: string;
  readonly status: number;
  readonly form: RecordedForm;
  /** The text of a refusal, else what it means in a line; "" where there is nothing to say. */
  readonly says: string;
}

/** Method, path, status, form, and what it says. */
const lines = {
  // The framework
  "no such route": "GET /services/{service}/settings.xml 404 problem No endpoint {method} {path}.",
  "no such method":
    "DELETE /services/{service}/settings 405 problem Method '{method}' is not supported.",
  // Versions
  "GET version":
    "GET /about/version.xml 200 application/xml GeoServer, GeoTools and GeoWebCache, each with its version",
  "POST reload": "POST /reload 200 empty rules that were emptied stay empty",
  // Workspaces and namespaces
  "POST workspace: taken": "POST /workspaces 409 container Workspace '{name}' already exists",
  "PUT workspace":
    "PUT /workspaces/{workspace} 200 empty without `isolated` it is not isolated any more, nor its namespace",
  "PUT workspace: default":
    "PUT /workspaces/default 200 empty the one that is named becomes the default",
  "PUT workspace: default unknown":
    "PUT /workspaces/default 500 text/plain No such workspace: '{name}'",
  "GET workspace: unknown":
    "GET /workspaces/{workspace}.xml 404 text/plain No such workspace: '{name}' found",
  "DELETE workspace": "DELETE /workspaces/{workspace} 200 empty",
  "DELETE workspace: unknown":
    "DELETE /workspaces/{workspace} 404 container Workspace '{name}' not found",
  "DELETE workspace: not empty": "DELETE /workspaces/{workspace} 403 container Workspace not empty",
  "GET namespace":
    "GET /namespaces/{namespace}.xml 200 application/xml prefix, uri and isolated, and nothing else",
  "GET namespace: unknown":
    "GET /namespaces/{namespace}.xml 404 text/plain No such namespace: '{name}' found",
  "POST namespace: prefix taken":
    "POST /namespaces 500 text/plain Namespace with prefix '{name}' already exists.",
  "POST namespace: URI taken":
    "POST /namespaces 500 text/plain Namespace with URI '{uri}' already exists.",
  "PUT namespace":
    "PUT /namespaces/{namespace} 200 empty without `isolated` it is not isolated any more",
  "PUT namespace: unknown":
    "PUT /namespaces/{namespace} 404 container Can't change a non existant namespace ({name})",
  "PUT namespace: URI taken":
    "PUT /namespaces/{namespace} 500 text/plain Namespace with URI '{uri}' already exists.",
  "DELETE namespace: unknown":
    "DELETE /namespaces/{namespace} 404 container Namespace '{name}' not found",
  // Accounts
  "GET users":
    "GET /security/usergroup/users.json 200 application/json a list of `enabled`, `password` (null) and `userName`",
  "GET groups":
    "GET /security/usergroup/groups.xml 200 application/xml a list of names, with an XML declaration",
  "POST user": "POST /security/usergroup/users 201 empty",
  "POST user: not enabled":
    'POST /security/usergroup/users 500 text/plain Cannot invoke "java.lang.Boolean.booleanValue()" because "this.enabled" is null',
  "POST user: taken":
    "POST /security/usergroup/users 400 container User Rest Request failed with IllegalArgumentException:\nCheck the logs for further details",
  "PUT user": "POST /security/usergroup/user/{user} 200 empty",
  "PUT user: unknown":
    "POST /security/usergroup/user/{user} 400 container User Rest Request failed with IllegalArgumentException:\nCheck the logs for further details",
  "DELETE user": "DELETE /security/usergroup/user/{user} 200 empty its roles stay where they are",
  "POST group": "POST /security/usergroup/group/{group} 201 empty",
  "DELETE group": "DELETE /security/usergroup/group/{group} 200 empty",
  "POST role": "POST /security/roles/role/{role} 201 empty",
  "POST role: taken":
    "POST /security/roles/role/{role} 400 container Role Rest Request failed with IllegalArgumentException:\nCheck the logs for further details",
  "POST role of user": "POST /security/roles/role/{role}/user/{user} 200 empty",
  "POST role of user: unknown":
    "POST /security/roles/role/{role}/user/{user} 400 container Role Rest Request failed with IllegalArgumentException:\nCheck the logs for further details",
  "DELETE role": "DELETE /security/roles/role/{role} 200 empty nobody has it any more",
  // Rules, catalog mode, keystore password
  "GET rules":
    "GET /security/acl/layers.json 200 application/json keys with their roles, in no order; an emptied list is empty",
  "POST rules": "POST /security/acl/layers 200 empty adds",
  "POST rules: taken": "POST /security/acl/layers 409 container Already existing rules: {keys}",
  "POST rules: no key":
    "POST /security/acl/layers 422 container Invalid rule {key}, the expected format is workspace.layer.mode=role1,role2,...",
  "PUT rules": "PUT /security/acl/layers 200 empty changes rules that exist",
  "PUT rules: unknown": "PUT /security/acl/layers 409 container Unknown rules: {keys}",
  "DELETE rule": "DELETE /security/acl/layers/{key} 200 empty",
  "DELETE rule: unknown": "DELETE /security/acl/layers/{key} 404 text/plain Rule not found: {key}",
  "DELETE rule on requests":
    "DELETE /security/acl/rest//{key} 200 empty by its key as it is, in Jetty",
  "DELETE rule on requests: encoded twice":
    "DELETE /security/acl/rest/%252F{key} 400 container Ambiguous URI",
  "DELETE rule on requests: cut off":
    "DELETE /security/acl/rest//{key} 422 container Invalid '{key}' not matching {pattern}",
  "PUT mode": "PUT /security/acl/catalog 200 empty",
  "PUT mode: unknown": "PUT /security/acl/catalog 422 container Not a valid mode: {mode}",
  "PUT keystore password": "PUT /security/masterpw 200 empty",
  "PUT keystore password: refused":
    "PUT /security/masterpw 422 container Cannot change master password",
  // Stores, feature types
  "POST data store: no workspace":
    'POST /workspaces/{workspace}/datastores 500 text/plain Cannot invoke "org.geoserver.catalog.WorkspaceInfo.getName()" because "ws" is null',
  "POST feature type: no store":
    "POST /workspaces/{workspace}/datastores/{store}/featuretypes 404 text/plain No such data store: {workspace},{name}",
  "POST feature type: no factory":
    "POST /workspaces/{workspace}/datastores/{store}/featuretypes 500 text/plain Failed to find the datastore factory for {name}, did you forget to install the store extension jar?",
  "POST feature type: no table":
    "POST /workspaces/{workspace}/datastores/{store}/featuretypes 400 container Trying to create new feature type inside the store, but no attributes were specified",
  // Styles, layer groups
  "POST style: cut off":
    "POST /styles?name={name}&raw=true 500 text/plain org.xml.sax.SAXParseException; lineNumber: {line}; columnNumber: {column}; XML document structures must start and end within the same entity.",
  "POST sheet: no value":
    "POST /styles?name={name} 500 text/plain Invalid input '}', expected ' ', '\\r', '\\t', '\\f', '\\n' or Value (line {line}, column {column})",
  "PUT style: unknown":
    'PUT /styles/{style}?raw=true 500 text/plain Cannot invoke "org.geoserver.catalog.StyleInfo.getFilename()" because "s" is null',
  "PUT sheet: broken": "PUT /styles/{style} 400 container Invalid style:{reason}",
  "POST group: no known member":
    'POST /workspaces/{workspace}/layergroups 500 text/plain Cannot invoke "java.util.List.get(int)" because "styles" is null',
  // Files of the data directory
  "GET file: unknown": "GET /resource/{path} 404 text/plain Undefined resource path.",
  "GET file: described":
    "GET /resource/{path}?operation=metadata&format=xml 200 application/xml name, parent (relative, none of the root), date, and type `undefined` for what is not there",
  "PUT file": "PUT /resource/{path} 201 empty over another one too",
  "PUT file: a folder":
    "PUT /resource/{path} 405 container Attempting to write data to a directory.",
  "DELETE file": "DELETE /resource/{path} 200 empty a folder with all that is in it",
  "DELETE file: unknown": "DELETE /resource/{path} 404 text/plain Resource '{path}' not found",
} as const;

export type RecordedId = keyof typeof lines;

export const recordedRows = new Map<RecordedId, RecordedAnswer>(
  Object.entries<string>(lines).map(([id, line]) => {
    const [, method, path, status, form, says = ""] =
      /^(\S+) (\S+) (\d+) (\S+) ?(.*)$/s.exec(line) ?? [];
    return [
      id as RecordedId,
      { method, path, status: Number(status), form, says } as RecordedAnswer,
    ];
  }),
);
