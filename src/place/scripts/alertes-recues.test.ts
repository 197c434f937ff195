import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'

interface Shown {
  readonly title: string
  readonly tag: string
  readonly renotify: boolean
}

test('a notification replaces that of its alert, with a sound only where the state changed', async () => {
  const shown: Shown[] = []
  const listeners = new Map<string, (event: object) => void>()
  const registration = {
    getNotifications: async ({ tag }: { readonly tag: string }) =>
      shown.filter(one => one.tag === tag).slice(-1),
    showNotification: async (title: string, options: Omit<Shown, 'title'>) =>
      void shown.push({ title, ...options }),
  }
  runInNewContext(readFileSync(new URL('alertes-recues.js', import.meta.url), 'utf8'), {
    self: {
      registration,
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    },
  })
  for (const title of ['Vigilance · Œuilly', 'Vigilance · Œuilly', 'Danger · Œuilly']) {
    let work: Promise<void> | undefined
    const waitUntil = (promise: Promise<void>) => {
      work = promise
    }
    const message = { title, body: 'Vent fort', tag: 'a', path: '/p/a' }
    listeners.get('push')?.({ data: { json: () => message }, waitUntil })
    await work
  }
  assert.deepEqual(
    shown.map(({ renotify }) => renotify),
    [true, false, true],
  )
})
