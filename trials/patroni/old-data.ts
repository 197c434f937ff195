import { setTimeout as sleep } from 'node:timers/promises'
import type { Done, Load } from '../failover/load.ts'
import type { Service } from '../service.ts'

const PAUSE_MS = 100
const TIMEOUT_MS = 15_000

/**
 * Reads from each node what was acknowledged last, by whichever node: an answer without it comes from a server that is no
 * longer the primary.
 */
export function watchForOldData(nodes: Service, load: Load) {
  const stale: string[] = []
  let running = true
  let answers = 0
  const read = async (url: string) => {
    const last = load.acknowledged.findLast(({ kind }) => kind === 'decision')
    if (!last) return
    const answer = await fetch(`${url}/api/v1/admin/publications/${idOf(last)}`, {
      headers: { authorization: `Bearer ${nodes.token}`, 'x-app-source': 'backoffice' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined)
    const body = await answer?.json().catch(() => undefined)
    if (!answer || answer.status === 503) return
    answers++
    const state = (body as { data?: { moderation_status?: string } } | undefined)?.data?.moderation_status
    if (state !== 'published') stale.push(`${url} answered old data: ${answer.status} ${state}, ${last.name}`)
  }
  const lanes = nodes.urls.map(async url => {
    while (running) {
      await read(url)
      await sleep(PAUSE_MS)
    }
  })
  return {
    async stop() {
      running = false
      await Promise.all(lanes)
      return { answers, stale }
    },
  }
}

const idOf = ({ request }: Done) => request.path.split('/')[3]
