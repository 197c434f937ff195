import assert from 'node:assert/strict'
import { eventually } from './eventually.ts'

/** Reads an event stream as a browser does. */

export interface Heard {
  readonly event: string
  readonly id: string | undefined
  readonly data: readonly { readonly kind: string; readonly id: string }[]
  /** When it came, as `performance.now()`. */
  readonly at: number
}

export interface Opened {
  readonly status: number
  readonly headers: Headers
  readonly heard: readonly Heard[]
  /** The last id, to open it again. */
  readonly last: string | undefined
  readonly isOver: boolean
  /** Waits for an event about this record. */
  hears(id: string, event?: string): Promise<Heard>
  has(id: string): boolean
  /** Waits until the service has ended it. */
  ends(): Promise<void>
  close(): void
}

export async function openStream(url: string, token: string, after?: string): Promise<Opened> {
  const leaving = new AbortController()
  const reply = await fetch(`${url}/api/v1/admin/live`, {
    headers: {
      authorization: `Bearer ${token}`,
      'x-app-source': 'backoffice',
      ...(after !== undefined && { 'last-event-id': after }),
    },
    signal: leaving.signal,
  })
  const heard: Heard[] = []
  let isOver = reply.status !== 200
  const read = async () => {
    let text = ''
    for await (const bytes of reply.body ?? []) {
      text += Buffer.from(bytes).toString()
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) if (!part.startsWith(':')) heard.push(parsed(part))
    }
  }
  const reading = read()
    .catch(() => {})
    .then(() => {
      isOver = true
    })
  if (reply.status === 200) await eventually(async () => heard.length > 0 || isOver, 'the first event')
  const find = (id: string, event = 'changed') =>
    heard.find(one => one.event === event && one.data.some(item => item.id === id))
  return {
    status: reply.status,
    headers: reply.headers,
    heard,
    get last() {
      return heard.findLast(({ id }) => id !== undefined)?.id
    },
    get isOver() {
      return isOver
    },
    hears: (id, event) => eventually(async () => find(id, event), `${event ?? 'changed'} of ${id}`),
    has: id => find(id) !== undefined,
    ends: async () => {
      await eventually(async () => isOver, 'the stream ends')
      await reading
    },
    close: () => leaving.abort(),
  }
}

function parsed(part: string): Heard {
  const fields = new Map(
    part.split('\n').map(line => {
      const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? assert.fail(`no field: ${line}`)
      return [name, value] as const
    }),
  )
  return {
    event: fields.get('event') ?? 'message',
    id: fields.get('id'),
    data: JSON.parse(fields.get('data') ?? 'null'),
    at: performance.now(),
  }
}
