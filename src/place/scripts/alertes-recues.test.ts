import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'

interface Shown {
  readonly title: string
  readonly tag: string
  readonly renotify: boolean
  readonly data: { readonly navigate: string }
}

const COMMUNE = 'https://parvis.exemple.fr/place/-/01a21eea-3d64-7130-8551-7a08e16f5796/'
const ACTEUR = '01a21eea-3d64-7130-8551-7a08e16f5797'

test('a notification replaces that of its alert or acteur, with a sound only where it says something new', async () => {
  const shown: Shown[] = []
  const opened: string[] = []
  const sent: object[] = []
  const listeners = new Map<string, (event: object) => void>()
  const registration = {
    scope: COMMUNE,
    getNotifications: async ({ tag }: { readonly tag: string }) =>
      shown.filter(one => one.tag === tag).slice(-1),
    showNotification: async (title: string, options: Omit<Shown, 'title'>) =>
      void shown.push({ title, ...options }),
  }
  runInNewContext(readFileSync(new URL('alertes-recues.js', import.meta.url), 'utf8'), {
    URL,
    fetch: async (_path: string, { body }: { readonly body: string }) => void sent.push(JSON.parse(body)),
    self: {
      registration,
      clients: { openWindow: async (path: string) => void opened.push(path) },
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    },
  })
  async function happens(name: string, event: object): Promise<void> {
    let work: Promise<void> | undefined
    const waitUntil = (promise: Promise<void>) => {
      work = promise
    }
    listeners.get(name)?.({ ...event, waitUntil })
    await work
  }
  const push = (message: object) => happens('push', { data: { json: () => message } })
  for (const title of ['Vigilance · Œuilly', 'Vigilance · Œuilly', 'Danger · Œuilly'])
    await push({ title, body: 'Vent fort', tag: 'a', path: '/p/a' })
  for (const body of ['Loto', 'Loto', 'Concert'])
    await push({
      web_push: 8030,
      notification: { title: 'Mairie', body, tag: 'b', navigate: 'https://autre.exemple.fr/p/b' },
      title: 'Mairie',
      path: '/p/b',
    })
  assert.deepEqual(
    shown.map(({ renotify }) => renotify),
    [true, false, true, true, false, true],
  )
  for (const { data } of [shown[0], shown[3]].filter(one => one !== undefined))
    await happens('notificationclick', { notification: { data, close: () => {} } })
  assert.deepEqual(opened, ['/p/a', '/p/b'], 'on the host of the commune')

  const next = { endpoint: 'https://push.example.net/b', keys: { p256dh: 'p', auth: 'a' } }
  const renewed = { oldSubscription: { endpoint: 'a' }, newSubscription: { toJSON: () => next } }
  const { endpoint, keys } = next
  await happens('pushsubscriptionchange', renewed)
  registration.scope = `${COMMUNE}${ACTEUR}/`
  await happens('pushsubscriptionchange', renewed)
  const told = { commune_id: COMMUNE.split('/').at(-2), endpoint, ...keys, replaces: 'a' }
  assert.deepEqual(sent, [told, { ...told, acteur_id: ACTEUR }])
})
