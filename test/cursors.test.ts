// Of a release: every list beside the cursor of every other one.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ask } from './ask.ts'
import type { Operation } from './fuzz/document.ts'
import { startSubject } from './fuzz/subject.ts'

/** A cursor works only with the query it came from. */

const subject = await startSubject()
after(() => subject.stop())

const lists = subject.operations.filter(
  ({ method, parameters }) => method === 'GET' && parameters.some(({ name }) => name === 'after'),
)

const token = (name: string) => subject.tokens[subject.names.indexOf(name)]
async function asked(path: string, caller: string, source?: string) {
  const headers: Record<string, string> = {
    'x-app-source': source ?? (path.startsWith('/api/v1/admin') ? 'backoffice' : 'public'),
    ...(caller === 'nobody' ? {} : { authorization: `Bearer ${token(caller)}` }),
  }
  const { status, text } = await ask(`${subject.url}${path}`, { method: 'GET', headers })
  return { status, body: JSON.parse(text) }
}

/** Every variant of the path with ids that exist. */
function spellings({ path }: Operation): string[] {
  const name = /\{(\w+)\}/.exec(path)?.[1]
  if (name === undefined) return [path]
  return (subject.words.get(name) ?? []).map(value => path.replace(`{${name}}`, value))
}

interface Taken {
  readonly list: string
  readonly path: string
  readonly caller: string
  readonly cursor: string
}

/** One cursor of each list that has more than one row. */
async function cursorOf(operation: Operation): Promise<Taken | undefined> {
  const callers = ['administrator', 'user without a role', 'nobody']
  for (const path of spellings(operation))
    for (const caller of callers) {
      const { status, body } = await asked(`${path}?per_page=1`, caller)
      if (status === 200 && body.meta.next)
        return { list: operation.path, path, caller, cursor: body.meta.next }
    }
  return undefined
}

const taken = (await Promise.all(lists.map(cursorOf))).filter(one => one !== undefined)

test('each list continues from its own cursor, with any page size', async t => {
  t.diagnostic(
    `no second page: ${lists.map(({ path }) => path).filter(path => !taken.some(one => one.list === path))}`,
  )
  assert.ok(taken.length >= 14, `${taken.length} of ${lists.length}`)
  for (const { path, caller, cursor } of taken)
    for (const size of [1, 2, 50]) {
      const { status, body } = await asked(`${path}?per_page=${size}&after=${cursor}`, caller)
      assert.deepEqual([path, status, body.data.length > 0], [path, 200, true])
    }
})

test('a list refuses the cursor of another list', async () => {
  for (const { path, caller } of taken)
    for (const other of taken) {
      if (other.path === path) continue
      const { status, body } = await asked(`${path}?after=${other.cursor}`, caller)
      assert.deepEqual([path, other.path, status, body.details?.[0].path], [path, other.path, 422, 'after'])
    }
})

test('a list refuses a cursor of another order, filter, place or app', async () => {
  let compared = 0
  for (const operation of lists) {
    const one = taken.find(({ list }) => list === operation.path)
    if (!one) continue
    const filters = operation.parameters.flatMap(({ name, in: where, schema }) => {
      if (where !== 'query' || ['after', 'page', 'per_page', 'near', 'rayon'].includes(name)) return []
      const values =
        schema.enum ?? (schema.type === 'boolean' ? ['true'] : (subject.words.get(name) ?? ['1']).slice(0, 2))
      return values.map(value => `${name}=${encodeURIComponent(String(value))}`)
    })
    for (const filter of filters) {
      const { status } = await asked(`${one.path}?${filter}`, one.caller)
      if (status !== 200) continue
      compared++
      const { status: refused } = await asked(`${one.path}?${filter}&after=${one.cursor}`, one.caller)
      assert.deepEqual([one.path, filter, refused], [one.path, filter, 422])
    }
    for (const path of spellings(operation)) {
      if (path === one.path) continue
      const { status } = await asked(`${path}?after=${one.cursor}`, one.caller)
      assert.ok(status === 422 || status === 404 || status === 403, `${path}: ${status}`)
    }
  }
  assert.ok(compared > 60, `${compared} filters`)
  const communes = taken.find(({ list }) => list === '/api/v1/communes')
  assert.ok(communes)
  assert.equal((await asked(`${communes.path}?after=${communes.cursor}`, 'nobody', 'limited')).status, 422)
})

test('a forged cursor with a valid beginning is refused before it reaches PostgreSQL', async () => {
  const parts = [
    '',
    'x',
    '0',
    '7',
    'NaN',
    '-1',
    "'",
    'infinity',
    '2026-01-01 00:00:00+00',
    '9'.repeat(30),
    '\u0000',
    '\ud800',
  ]
  const keys = [
    [],
    ...parts.map(part => [part]),
    ...parts.map(part => [part, part]),
    ...parts.map(part => ['0', part, part]),
    ...parts.map(part => ['0', part, part, part]),
  ]
  for (const { path, caller, cursor } of taken) {
    const question = cursor.slice(0, 10)
    for (const key of keys) {
      const made = Buffer.from(JSON.stringify([2, ...key])).toString('base64url')
      const { status, body } = await asked(`${path}?after=${question}${made}`, caller)
      // In some lists, a number is a valid position.
      assert.ok(
        status === 422 || (status === 200 && key.length <= 2),
        `${path} ${JSON.stringify(key)} ${status} ${body.error}`,
      )
    }
    for (const made of ['', 'x', 'bnVsbA', Buffer.from('{}').toString('base64url')])
      assert.equal((await asked(`${path}?after=${question}${made}`, caller)).status, 422, path)
  }
})
