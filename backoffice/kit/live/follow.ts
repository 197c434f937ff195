import { client, me, refreshCounts, refreshViewCounts } from '../api/queries.ts'
import { Refused } from '../api/refused.ts'
import { callForStream } from '../api/session.ts'
import { hearNews, type News, tellNews } from './news.ts'
import { paced } from './pace.ts'
import { eventsIn } from './parse.ts'

/**
 * One stream for all tabs of this browser: the tab that holds the lock reads it and passes it on. When it is closed, another
 * tab gets the lock. Without a stream the screens poll as before.
 */

const NAME = 'parvis-live'
/** The service sends a heartbeat every 15 s. */
const SILENT_MS = 40_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** Opens the stream after the screen has sent no request for this long, so that it does not delay the first page. */
const QUIET_MS = 1_000

export function followNews(): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)
  if (tabs) tabs.onmessage = ({ data }) => tellNews(data as News)
  const counts = paced(() => void Promise.all([refreshCounts(), refreshViewCounts()]))
  const stopHearing = hearNews(({ event }) => {
    if (event === 'ended') void lookAtRights()
    else if (event !== 'presence') counts()
  })
  const pass = (news: News) => {
    tellNews(news)
    tabs?.postMessage(news)
  }
  const follow = () => readAlways(pass, signal)
  void quiet(signal).then(async () => {
    if (signal.aborted) return
    // What changed while this page was loading.
    tellNews({ event: 'reset', items: [] })
    // Locks need a secure context; without them each tab has a stream of its own.
    if (navigator.locks && tabs) await navigator.locks.request(NAME, { signal }, follow).catch(() => {})
    else await follow()
  })
  return () => {
    leaving.abort()
    stopHearing()
    counts.stop()
    tabs?.close()
  }
}

/** Until no request has been under way for a second. */
async function quiet(signal: AbortSignal): Promise<void> {
  for (let since = 0; since < QUIET_MS && !signal.aborted; since += 200) {
    await sleep(200, signal)
    if (client.isFetching() > 0) since = -200
  }
}

/** After a change of the roles or their communes, the screens show what the person may see now. */
async function lookAtRights(): Promise<void> {
  const { queryKey } = me()
  const rights = () => {
    const person = client.getQueryData(queryKey)?.data
    return JSON.stringify([person?.roles, person?.territories])
  }
  const before = rights()
  await client.refetchQueries({ queryKey })
  if (rights() !== before) await client.invalidateQueries()
}

async function readAlways(tell: (news: News) => void, signal: AbortSignal): Promise<void> {
  let last: string | undefined
  let wait = FIRST_WAIT_MS
  const hear = (news: News, id: string | undefined) => {
    wait = FIRST_WAIT_MS
    last = id ?? last
    if (news.event === 'reset' || news.items.length > 0) tell(news)
  }
  while (!signal.aborted) {
    try {
      await readOnce(last, signal, hear)
      tell({ event: 'ended', items: [] })
    } catch (error) {
      if (error instanceof Refused && error.status === 403) tell({ event: 'ended', items: [] })
      if (error instanceof Refused && error.retryAfter) wait = Math.max(wait, error.retryAfter * 1_000)
    }
    await sleep(wait * (1 + Math.random()), signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

async function readOnce(
  last: string | undefined,
  signal: AbortSignal,
  hear: (news: News, id: string | undefined) => void,
): Promise<void> {
  // Not `AbortSignal.any`, which Firefox has since 124.
  const over = new AbortController()
  const end = () => over.abort()
  signal.addEventListener('abort', end)
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(end, SILENT_MS)
  }
  heard()
  try {
    const response = await callForStream(last, over.signal)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return
      heard()
      const [events, unfinished] = eventsIn(rest + value)
      rest = unfinished
      for (const { news, id } of events) hear(news, id)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
