/**
 * The disk quota of the tile cache: one per server, never deleted. A stock server changes it only
 * in memory (docs/compatibility.md, "Plumbline against a stock server").
 */
import { defined } from "../../model/defined.ts";
import { z } from "zod";
import { madeOnce } from "../lazy.ts";
import { compareText, type Address } from "../../model/address.ts";
import {
  bytesOf,
  cleanUpUnits,
  expirationPolicies,
  freshDiskQuota,
  sizeText,
  usualPolicy,
  type DiskQuota,
  type DiskQuotaPatch,
  type LayerQuota,
} from "../../model/disk-quota.ts";
import { pathTo } from "../../wire/addressing.ts";
import { parseDiskQuota, renderDiskQuotaInput, STOCK_DISK_QUOTA } from "../../wire/disk-quota.ts";
import { expectFound, get, getIfThere } from "../../wire/reading.ts";
import { bodyText, xmlRequest } from "../../wire/request.ts";
import {
  bindKind,
  sameFact,
  type Facts,
  type Kind,
  type KindContext,
  type Live,
  type Listing,
} from "../kind.ts";
import { filledText } from "./fields/texts.ts";
import { fromTheStart, declaring } from "./declare/each.ts";
import { singleNameProblems } from "./identity/name.ts";

const size = z
  .string()
  .refine((text) => bytesOf(text) !== undefined, "is no size; write it as 20 GiB");

const spec = madeOnce(() =>
  z.strictObject({
    enabled: z.boolean().optional().describe("Whether tiles go when they take more room."),
    quota: size
      .optional()
      .describe("Room for all tiles together: a number and B, KiB, MiB, GiB, TiB or PiB."),
    policy: z
      .enum(expirationPolicies)
      .optional()
      .describe("Which tiles go first: LFU those used least often, LRU those used longest ago."),
    cleanUpFrequency: z.int().min(0).optional().describe("Time between two clean-ups."),
    cleanUpUnits: z.enum(cleanUpUnits).optional().describe("Unit of that time."),
    maxConcurrentCleanUps: z.int().min(1).optional().describe("Clean-ups at the same time."),
    layers: z
      .record(
        filledText,
        z.strictObject({
          quota: size.describe("Room for its tiles."),
          policy: z.enum(expirationPolicies).optional().describe("LFU when left out."),
        }),
      )
      .optional()
      .describe("Every layer with a quota of its own, by the name of its tile layer."),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

type SpecQuota = NonNullable<Spec["layers"]>[string];

const ADDRESS: Address = { kind: "DiskQuota", workspace: null, name: "quota" };

const fields = {
  enabled: { onChange: "update" },
  quota: { onChange: "update" },
  policy: { onChange: "update" },
  cleanUpFrequency: { onChange: "update" },
  cleanUpUnits: { onChange: "update" },
  maxConcurrentCleanUps: { onChange: "update" },
  layers: { onChange: "update" },
} as const;

const listing: Listing = {
  outside: async ({ read }) =>
    (await getIfThere(read, pathTo("diskQuota", {}, "xml"))) === undefined ? [] : [ADDRESS],
};

const kind: Kind<Spec, DiskQuotaPatch> = {
  name: ADDRESS.kind,
  manifest: {
    description:
      "The disk quota of the tile cache. There is one; its name is `quota`. A stock server forgets what it was sent at its next restart: apply again after one.",
    workspace: "none",
    spec,
    example: {
      metadata: { name: "quota" },
      spec: { enabled: true, quota: "20 GiB", policy: "LRU" },
    },
    requests: ["PUT diskQuota"],
  },
  fields,
  weight: 20,
  resolve: async (manifest) => {
    const diagnostics = singleNameProblems(manifest, { noun: "disk quota", only: ADDRESS.name });
    if (diagnostics.length > 0) return { resources: [], diagnostics };
    const { quota, layers, ...others } = manifest.spec;
    const payload = {
      ...others,
      bytes: quota === undefined ? undefined : bytesOf(quota),
      layers: layers && Object.entries(layers).map(([layer, said]) => layerQuota(layer, said)),
    };
    const where = manifest.locate(["metadata", "name"]);
    const resource = { address: ADDRESS, facts: factsOf(payload), payload, requires: [], where };
    return { resources: [resource], diagnostics: [] };
  },
  observe: async (context) => [await observe(context)],
  list: listing,
  declare: declaring(listing, async (context, address) => {
    const { quota } = await readQuota(context);
    const [facts, usual] = [factsOf(quota), factsOf(freshDiskQuota)];
    const own = Object.entries(facts).filter(([field, value]) => !sameFact(usual[field], value));
    if (own.length === 0) return fromTheStart(address);
    const said = own.map(([field, value]) => [
      field,
      field === "layers" ? layersSpec(quota.layers) : value,
    ]);
    return { ...address, spec: Object.fromEntries(said) };
  }),
  update: async ({ resource: { payload }, live: { etag }, fields: changed }) => {
    const said = Object.entries(payload).filter(([field]) =>
      changed.includes(field === "bytes" ? "quota" : field),
    );
    return [
      {
        summary: `change ${changed.join(", ")} of the disk quota`,
        request: xmlRequest(
          "PUT",
          pathTo("diskQuota", {}, "xml"),
          renderDiskQuotaInput(Object.fromEntries(said)),
          etag,
        ),
      },
    ];
  },
  answers: {
    note: (answer) =>
      bodyText(answer).includes(`<${STOCK_DISK_QUOTA}>`)
        ? "The server keeps the disk quota until its next restart: apply again after one"
        : undefined,
  },
};

function layerQuota(layer: string, { quota, policy = usualPolicy }: SpecQuota): LayerQuota {
  return { layer, policy, bytes: bytesOf(quota) ?? 0 };
}

function layersSpec(layers: readonly LayerQuota[]): Spec["layers"] {
  return Object.fromEntries(
    layers.map(({ layer, policy, bytes }) => {
      const named = policy === usualPolicy ? {} : { policy };
      return [layer, { quota: sizeText(bytes), ...named }];
    }),
  );
}

function factsOf({ bytes, layers, ...others }: DiskQuotaPatch | DiskQuota): Facts {
  return defined({
    ...others,
    quota: bytes === undefined ? undefined : sizeText(bytes),
    layers: layers?.map(layerText).toSorted(compareText),
  });
}

function layerText({ layer, policy, bytes }: LayerQuota): string {
  return `${layer}: ${sizeText(bytes)}, ${policy}`;
}

async function observe(context: KindContext): Promise<Live> {
  const { quota, etag } = await readQuota(context);
  return { address: ADDRESS, facts: factsOf(quota), requires: [], etag };
}

async function readQuota({ read }: KindContext) {
  const path = pathTo("diskQuota", {}, "xml");
  const response = expectFound(await get(read, path), path);
  const quota: DiskQuota = { ...freshDiskQuota, ...defined(parseDiskQuota(response)) };
  return { quota, etag: response.headers["etag"] };
}

export const diskQuotaKind = bindKind(kind);
