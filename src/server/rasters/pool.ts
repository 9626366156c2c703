/**
 * Reads rasters in workers: a large harvest does not block requests, and a file beyond its limits
 * fails alone (docs/compatibility.md, "Bounds").
 */
import { each } from "../../model/each.ts";
import { harvest, rasterPool as limits } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { GranuleFile, ReadFile, ReadGranules, ReadJob } from "../catalog/granule-file.ts";
import { openWorkers, WorkerError, type OpenWorkers, type Workers } from "../workers/pool.ts";
import { workerUrl } from "../workers/worker-url.ts";

type RasterWorkers = Workers<ReadJob, readonly ReadFile[]>;

/** Workers start with the first file. */
export function openRasterPool(open: OpenWorkers = openWorkers): {
  readonly read: ReadGranules;
  readonly close: () => Promise<void>;
} {
  const workers: RasterWorkers = open({
    module: workerUrl("rasters/read-granules"),
    run: "readInThread",
    threads: limits.workers,
    threadMib: limits.workerMib,
    youngMib: limits.workerYoungMib,
    waitMs: limits.waitMs,
    idleMs: limits.idleMs,
  });
  return {
    read: (job) => readInBatches(job, workers),
    close: workers.close,
  };
}

/** Limits a job to as many batches as there are workers: more would only queue. */
async function readInBatches(job: ReadJob, workers: RasterWorkers): Promise<readonly ReadFile[]> {
  const { files } = job;
  const batches: (readonly GranuleFile[])[] = [];
  for (let first = 0; first < files.length; first += harvest.batch)
    batches.push(files.slice(first, first + harvest.batch));
  const read = (batch: readonly GranuleFile[]) => readBatch({ ...job, files: batch }, workers);
  return (await each(batches, read, limits.workers)).flat();
}

async function readBatch(job: ReadJob, workers: RasterWorkers): Promise<readonly ReadFile[]> {
  try {
    return await workers.run(job, limits.batchComputeMs);
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    refuseUnread(error);
    return oneByOne(job, workers);
  }
}

/** Retries a batch that exceeded its limits file by file, to find the cause. */
async function oneByOne(job: ReadJob, workers: RasterWorkers): Promise<readonly ReadFile[]> {
  const read: ReadFile[] = [];
  for (const file of job.files) {
    try {
      read.push(...(await workers.run({ ...job, files: [file] }, limits.fileComputeMs)));
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
      refuseUnread(error);
      read.push({ file, reason: reasonOf(error) });
    }
  }
  return read;
}

/** Throws for failures that are not caused by a file. */
function refuseUnread({ code, cause }: WorkerError): void {
  if (code === "exhausted")
    throw new CatalogError("exhausted", "The server has no means left to read rasters", { cause });
  if (code === "busy")
    throw new CatalogError("busy", "The server is too busy to read rasters, or its disk is");
}

function reasonOf({ code }: WorkerError): string {
  return code === "slow"
    ? `takes more than ${limits.fileComputeMs} ms of computing to read`
    : `needs more than ${limits.workerMib} MiB to read`;
}
