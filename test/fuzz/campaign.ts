import fc from '../fast-check.ts'
import { bytesFor, curlOf, type Hostile, requestsTo } from './requests.ts'
import type { Subject } from './subject.ts'
import { judge } from './verdict.ts'
import { Line } from './wire.ts'

export interface Failure {
  readonly rule: string
  readonly curl: string
  readonly seed: number
}

export interface Report {
  readonly requests: number
  readonly outcomes: ReadonlyMap<string, number>
  /** One smallest failing request per broken rule. */
  readonly failures: readonly Failure[]
  readonly slowestMs: number
  readonly seconds: number
}

export interface Plan {
  readonly requests: number
  readonly seed: number
  /** Requests in flight. */
  readonly lanes: number
  /** Stops early and reports the findings so far. */
  readonly signal?: AbortSignal
  progress?(done: number): void
}

/** Requests per run of fast-check: changes the seed regularly, so that one known fault does not stop the campaign. */
const RUN = 2_000
const MOST_FAILURES = 20

export async function campaign(subject: Subject, plan: Plan): Promise<Report> {
  const judgement = judge(subject.document, subject.operations)
  const outcomes = new Map<string, number>()
  const failures = new Map<string, Failure>()
  const started = performance.now()
  let [sent, claimed, slowestMs] = [0, 0, 0]

  const everything = fc.oneof(
    ...subject.operations.map(operation => requestsTo(operation, subject.tokens.length, subject.words)),
  )

  const breaks = async (line: Line, request: Hostile): Promise<string | undefined> => {
    if (plan.signal?.aborted) return undefined
    const asked = performance.now()
    const reply = await line.send(bytesFor(request, subject.tokens))
    slowestMs = Math.max(slowestMs, performance.now() - asked)
    const outcome = `${request.method} ${reply ? `${reply.status} ${errorOf(reply.body)}`.trim() : 'closed'}`
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (++sent % 10_000 === 0) plan.progress?.(sent)
    const complaint = subject.complaint(reply?.headers['x-request-id'] ?? '')
    return complaint ? `log: ${complaint}` : judgement(request, reply)
  }

  const lane = async (number: number): Promise<void> => {
    const line = new Line(subject.port)
    for (
      let round = 0;
      claimed < plan.requests && failures.size < MOST_FAILURES && !plan.signal?.aborted;
      round++
    ) {
      const numRuns = Math.min(RUN, plan.requests - claimed)
      claimed += numRuns
      const seed = (plan.seed + number * 1_000_003 + round * 7_919) | 0
      let rule = ''
      const property = fc.asyncProperty(everything, async request => {
        const broken = await breaks(line, request)
        if (broken === undefined || failures.has(nameOf(broken))) return true
        rule = broken
        return false
      })
      const result = await fc.check(property, { seed, numRuns, endOnFailure: false })
      const found = result.counterexample?.[0]
      if (!result.failed || !found) continue
      const caller = subject.names[found.caller] ?? 'nobody'
      failures.set(nameOf(rule), { rule, curl: curlOf(found, subject.url, caller), seed })
      claimed -= Math.max(0, numRuns - result.numRuns)
    }
    line.close()
  }
  await Promise.all(Array.from({ length: plan.lanes }, (_, number) => lane(number)))
  const seconds = (performance.now() - started) / 1000
  return { requests: sent, outcomes, failures: [...failures.values()], slowestMs, seconds }
}

/** The same fault with other values is reported once. */
const nameOf = (rule: string) => rule.slice(0, 120)

/** Avoids parsing the whole body again. */
const errorOf = (body: string) => /^\{"error":"(\w+)"/.exec(body)?.[1] ?? ''
