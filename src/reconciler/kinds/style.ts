/**
 * Styles. Equal bytes are equal, else the canonical form of the XML decides
 * (docs/decisions/0004-semantic-comparison.md). The server gets the file byte for byte, without a
 * UTF-8 byte order mark.
 */
import { nameProblems } from "./identity/name.ts";
import { workspaceOf } from "./identity/workspace.ts";
import { ifMatch } from "../../wire/request.ts";
import { z } from "zod";
import { formatAddress, type Address } from "../../model/address.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { byteIdentity, styleDigest } from "../../model/object-digest.ts";
import { isDefaultStyle, styleFileName, styleFolder } from "../../model/style.ts";
import { mediaTypes } from "../../wire/media.ts";
import { stylePathTo } from "../../wire/addressing.ts";
import { stylesPath } from "../../wire/paths.ts";
import {
  bindKind,
  lineFiles,
  sameFact,
  type ArtefactSet,
  type FoundObject,
  type Kind,
  type KindContext,
  type Manifest,
  type Resolution,
  type Resource,
  type Step,
  type UpdateOf,
} from "../kind.ts";
import { deletion } from "./identity/deletion.ts";
import { lazy, madeOnce } from "../lazy.ts";
import { styleReach } from "./published/reach.ts";
import { mediaTypeOf, problemsOf } from "./style/content.ts";
import { entrySteps, firstSettings, formatStep } from "./style/entry.ts";
import { isFileThere } from "./style/files-there.ts";
import { styleLanguages } from "./style/languages.ts";
import { explainStyle, moduleProblems } from "./style/module.ts";
import { styleSettingFields, styleSettingsSpec } from "./style/settings.ts";
import {
  contentPath,
  imageCollisions,
  imageFacts,
  readSource,
  type StylePayload,
  contentBodyOf,
  packageBodyOf,
} from "./style/source.ts";

const spec = madeOnce(() =>
  z.strictObject({
    source: z
      .string()
      .min(1)
      .describe(
        "The style: an .sld (1.0 or 1.1), .css, .ysld or .mbstyle file (.yaml and .json are YSLD and MBStyle), or a folder or .zip with one SLD and the images it uses.",
      ),
    ...styleSettingsSpec(),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

const kind: Kind<Spec, StylePayload> = {
  name: "Style",
  manifest: {
    description: "A style, global or in a workspace.",
    workspace: "optional",
    hasPreviousName: true,
    spec,
    example: { metadata: { name: "rivers" }, spec: { source: "./rivers.sld" } },
    requests: [
      "POST styles",
      "PUT style",
      "DELETE style",
      "POST workspaceStyles",
      "PUT workspaceStyle",
      "DELETE workspaceStyle",
    ],
  },
  fields: {
    format: { onChange: "update" },
    content: {
      onChange: "update",
      isOfFiles: true,
      meaning: { sld: "xml", ysld: "values", mbstyle: "values", ...lineFiles },
    },
    images: { onChange: "update", isOfFiles: true },
    ...styleSettingFields.rules,
  },
  weight: 30,
  resolve,
  files: (payload) => new Map([...contentOf(payload), ...payload.images]),
  drawing: {
    files: ({ address: { workspace }, payload }) =>
      [...payload.images.keys()].map((image) => `${styleFolder(workspace)}/${image}`),
  },
  check,
  observe: lazy(async () => (await import("./style/observe.ts")).observeStyles),
  list: {
    inWorkspace: lazy(async () => (await import("./style/observe.ts")).listStyles),
    outside: async (context) =>
      (await import("./style/observe.ts")).listStyles(context, { workspace: null }),
  },
  declare: lazy(async () => (await import("./style/declare.ts")).declareStyles),
  create,
  update,
  remove: ({ address: { workspace, name }, etag }) =>
    isDefaultStyle(workspace, name)
      ? []
      : [deletion(`delete style ${name}`, stylePathTo(workspace, name), { etag })],
  digests: {
    of: "Style",
    files: contentOf,
    shared: ({ images }) => images,
    digest: ({ facts, payload }, identities) => {
      const { images, content } = facts;
      // No digest covers the settings of the entry.
      if (styleSettingFields.names.some((name) => facts[name] !== undefined)) return undefined;
      if (payload === undefined && Array.isArray(images) && images.length > 0) return undefined;
      const format = String(facts["format"]);
      const identity = identities.get(contentPath(format)) ?? byteIdentity(String(content));
      return styleDigest({ format, content: identity });
    },
    known: (_context, { address, facts }) => ({
      address,
      facts,
      requires: workspaceOf(address),
    }),
  },
  review: {
    lint: lazy(async () => (await import("./style/lint.ts")).lintStyles),
    crossCheck: imageCollisions,
  },
  answers: {
    explain: explainStyle,
  },
  reach: styleReach,
  languages: styleLanguages,
  names: { keepsWhenRenamed: ({ workspace, name }) => !isDefaultStyle(workspace, name) },
};

/** The content file, under a path that shows its language. */
function contentOf({ content, format }: StylePayload): ArtefactSet {
  return new Map([[contentPath(format), content]]);
}

async function resolve(
  manifest: Manifest<Spec>,
  files: Parameters<NonNullable<typeof kind.resolve>>[1],
): Promise<Resolution<StylePayload>> {
  const { name, workspace, locate } = manifest;
  const address: Address = { kind: "Style", workspace, name };
  const where = locate(["metadata", "name"]);
  const diagnostics: Diagnostic[] = [...nameProblems(manifest, "style")];
  const source = await readSource(manifest.spec.source, locate(["spec", "source"]), files);
  diagnostics.push(...source.diagnostics);
  if (source.payload === undefined) return { resources: [], diagnostics };
  const { source: _source, ...settings } = manifest.spec;
  const { format, content, images } = source.payload;
  const resource = {
    address,
    facts: {
      format,
      content: content.digest,
      images: imageFacts(images),
      ...styleSettingFields.wanted(settings),
    },
    payload: { ...source.payload, settings },
    requires: workspaceOf(address),
    where,
  };
  return { resources: [resource], diagnostics };
}

async function check(
  resource: Resource<StylePayload>,
  found?: FoundObject<StylePayload>,
): Promise<readonly Diagnostic[]> {
  const { payload } = resource;
  const { content } = payload;
  const address = formatAddress(resource.address);
  const problems = await problemsOf(payload, found?.context.kept);
  const invalid = problems.map(({ message, ...place }): Diagnostic =>
    fault("style-invalid", message, { where: { file: content.path, ...place }, address }),
  );
  return [...invalid, ...(await moduleProblems(payload, address, found))];
}

/** One request, or two with a left-over file in the way, and one more for the entry's settings. */
async function create(
  resource: Resource<StylePayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { address, facts } = resource;
  const none = styleSettingFields.shown(address, {}, facts);
  const names = styleSettingFields.names.filter((name) => !sameFact(facts[name], none[name]));
  const made = await createdSteps(resource, context);
  return [...made, ...(await firstSettings(resource, names, context))];
}

async function createdSteps(
  resource: Resource<StylePayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { address, payload } = resource;
  const { workspace, name } = address;
  const query = { name, raw: "true" };
  const path = stylesPath(workspace);
  if (payload.images.size > 0) {
    const request = { method: "POST", path, query: { name }, mediaType: mediaTypes.zip } as const;
    return [
      {
        summary: `create style ${name} with its images`,
        request: { ...request, body: await packageBodyOf(payload) },
        isRefusedTwice: true,
      },
    ];
  }
  if (await hasOrphan(context, workspace, styleFileName(name, payload.format))) {
    return [formatStep("POST", resource), await contentStep(resource, undefined, context)];
  }
  const mediaType = await mediaTypeOf(payload, context);
  return [
    {
      summary: `create style ${name}`,
      request: { method: "POST", path, query, mediaType, body: contentBodyOf(payload) },
      isRefusedTwice: true,
    },
  ];
}

/** Whether a stock server would refuse the content because a file of that name is left over. */
async function hasOrphan(
  context: KindContext,
  workspace: string | null,
  fileName: string,
): Promise<boolean> {
  const { server } = context;
  if (server.dialect === "documented" || !server.resources) return false;
  return isFileThere(context, workspace, fileName);
}

/** The content decides the version, so it goes last. Only the first request is conditional. */
async function update(
  change: UpdateOf<StylePayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const first = await entrySteps(change, context);
  const { resource, live, fields } = change;
  const others = fields.filter((field) => !styleSettingFields.names.includes(field));
  if (others.length === 0) return first;
  const etag = first.length === 0 ? live.etag : undefined;
  return [...first, await contentChange(resource, { etag, fields: others }, context)];
}

async function contentChange(
  resource: Resource<StylePayload>,
  { etag, fields }: { readonly etag: string | undefined; readonly fields: readonly string[] },
  context: KindContext,
): Promise<Step> {
  if (!fields.includes("images")) return contentStep(resource, etag, context);
  const { payload, address } = resource;
  const { workspace, name } = address;
  const path = stylePathTo(workspace, name);
  const request = { method: "PUT", path, mediaType: mediaTypes.zip, ...ifMatch(etag) } as const;
  const body = await packageBodyOf(payload);
  return { summary: `replace style ${name} and its images`, request: { ...request, body } };
}

async function contentStep(
  { address, payload }: Resource<StylePayload>,
  etag: string | undefined,
  context: KindContext,
): Promise<Step> {
  const { workspace, name } = address;
  const mediaType = await mediaTypeOf(payload, context);
  const path = stylePathTo(workspace, name);
  return {
    summary: `replace the content of style ${name}`,
    request: {
      method: "PUT",
      path,
      query: { raw: "true" },
      mediaType,
      ...ifMatch(etag),
      body: contentBodyOf(payload),
    },
  };
}

export const styleKind = bindKind(kind);
