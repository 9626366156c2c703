/**
 * Reading of rasters in workers: nobody waits for a large harvest, and a file that costs too much
 * costs only itself (docs/compatibility.md, "Bounds").
 */
import { harvest, rasterPool as limits } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { GranuleFile, ReadFile, ReadGranules, ReadJob } from "../catalog/granule-file.ts";
import { openWorkers, WorkerError, type OpenWorkers, type Workers } from "../workers/pool.ts";
import { workerUrl } from "../workers/worker-url.ts";

type RasterWorkers = Workers<ReadJob, readonly ReadFile[]>;

/** Reads granules in workers, which start with the first file. */
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

/** As many batches at a time as there are workers, so that no batch waits for others of its own. */
async function readInBatches(job: ReadJob, workers: RasterWorkers): Promise<readonly ReadFile[]> {
  const { files } = job;
  const batches: (readonly GranuleFile[])[] = [];
  for (let first = 0; first < files.length; first += harvest.batch)
    batches.push(files.slice(first, first + harvest.batch));
  const read: (readonly ReadFile[])[] = [];
  const waiting = batches.entries();
  const readOn = async () => {
    for (const [index, batch] of waiting)
      read[index] = await readBatch({ ...job, files: batch }, workers);
  };
  await Promise.all(Array.from({ length: limits.workers }, readOn));
  return read.flat();
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

/** After a batch that cost too much as a whole: each file alone, so that the guilty one is found. */
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

/** What no file causes. */
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
