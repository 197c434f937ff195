import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from '../global-setup.ts'
import { campaign, type Report } from './campaign.ts'
import { startSubject } from './subject.ts'

/** `npm run fuzz -- --requests 200000 [--seed 42] [--lanes 8]` on a PostgreSQL of its own. */
const { values } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, lanes: { type: 'string' } },
})
const whole = (text: string | undefined, otherwise: number) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise

const plan = {
  requests: whole(values.requests, 100_000),
  seed: whole(values.seed, Date.now() % 1_000_000_000),
  lanes: whole(values.lanes, 8),
}

function tell({ requests, outcomes, failures, slowestMs, seconds }: Report): void {
  console.log(`${requests} requests in ${seconds.toFixed(1)} s: ${Math.round(requests / seconds)}/s`)
  console.log(`slowest answer ${Math.round(slowestMs)} ms, seed ${plan.seed}`)
  for (const [outcome, count] of [...outcomes].sort(([, one], [, other]) => other - one))
    console.log(`${String(count).padStart(9)}  ${outcome}`)
  for (const { rule, curl, seed } of failures)
    console.log(`\nBROKEN  ${rule}\n  ${curl}\n  found with seed ${seed}`)
  console.log(failures.length === 0 ? '\nNothing found.' : `\n${failures.length} rules broken.`)
}

// When interrupted, still reports its findings and stops PostgreSQL.
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

await globalSetup()
try {
  const subject = await startSubject()
  try {
    const report = await campaign(subject, {
      ...plan,
      signal: interrupted.signal,
      progress: done => console.error(`${done}…`),
    })
    tell(report)
    process.exitCode = report.failures.length === 0 ? 0 : 1
  } finally {
    await subject.stop()
  }
} finally {
  await globalTeardown()
}
