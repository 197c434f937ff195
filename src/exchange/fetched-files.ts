import type { JobContext } from '../kernel/jobs/jobs.ts'
import { fetchFiles } from '../publishing/publications/fetched-files/fetch.ts'
import { attachFetched } from './imports/runs/attach-files.ts'

/** The job `pictures.fetch`: fetches files of other servers, and attaches those of imported items. */
export async function fetchAndAttach(
  data: unknown,
  context: JobContext,
  signal: AbortSignal,
  job: string,
): Promise<void> {
  await fetchFiles(data, context, signal, job)
  await attachFetched(context, signal)
}
