import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../api/refused.ts'
import { changeOnNewest, sendOnNewest } from './newest.ts'

interface Record {
  readonly version: number
  readonly nom: string
  readonly active: boolean
}

/** A service that others change before the first answers, and a form that changes the name. */
function service(...others: readonly Partial<Record>[]) {
  let stored: Record = { version: 1, nom: 'Agenda', active: true }
  const changes = [...others]
  const sent: number[] = []
  return {
    sent,
    stored: () => stored,
    rename: (nom: string) =>
      sendOnNewest(stored, {
        async send({ version }) {
          sent.push(version)
          const change = changes.shift()
          if (change) stored = { ...stored, ...change, version: stored.version + 1 }
          if (version !== stored.version) throw stale
          stored = { ...stored, nom, version: version + 1 }
          return stored
        },
        reread: async () => stored,
        follow: (now, before) => now.nom === before.nom,
      }),
  }
}

const stale = new Refused(412, { error: 'stale_version' })

test('a change is sent again where others changed other fields meanwhile, and theirs stay', async () => {
  const { rename, sent, stored } = service({ active: false }, { active: true }, { active: false })
  assert.deepEqual(await rename('Fêtes'), { reply: { version: 5, nom: 'Fêtes', active: false } })
  assert.deepEqual([sent, stored().version], [[1, 2, 3, 4], 5])
})

test('where the same field was changed, it answers the newer record, and sends nothing more', async () => {
  const { rename, sent } = service({ active: false }, { nom: 'Bals' })
  assert.deepEqual(await rename('Fêtes'), { theirs: { version: 3, nom: 'Bals', active: false } })
  assert.deepEqual(sent, [1, 2])
})

test('after three retries the version conflict is a failure; another failure is one at once', async () => {
  const { rename, sent } = service(...Array.from({ length: 9 }, (_, at) => ({ active: at % 2 === 0 })))
  await assert.rejects(rename('Fêtes'), { code: 'stale_version' })
  assert.equal(sent.length, 4)
  let asked = 0
  const send = async () => {
    asked += 1
    throw new Refused()
  }
  await assert.rejects(sendOnNewest(1, { send, reread: async () => 2, follow: () => true }))
  assert.equal(asked, 1)
})

test('a switch keeps what others changed; it sends nothing more where they switched it, and fails where they chose another value', async () => {
  const outcome = async (others: Partial<Record>, wanted: Partial<Record>) => {
    const before: Record = { version: 1, nom: 'Agenda', active: true }
    let stored: Record = { ...before, ...others, version: 2 }
    const sent: number[] = []
    const answer = await changeOnNewest(before, wanted, {
      async send({ body, version }) {
        sent.push(version)
        if (version !== stored.version) throw stale
        stored = { ...stored, ...body, version: version + 1 }
        return { data: stored }
      },
      reread: async () => stored,
    }).catch((error: Refused) => error.code)
    return { answer, sent }
  }
  assert.deepEqual(await outcome({ nom: 'Bals' }, { active: false }), {
    answer: { version: 3, nom: 'Bals', active: false },
    sent: [1, 2],
  })
  assert.deepEqual(await outcome({ active: false }, { active: false }), {
    answer: { version: 2, nom: 'Agenda', active: false },
    sent: [1],
  })
  assert.deepEqual(await outcome({ nom: 'Bals' }, { nom: 'Fêtes' }), { answer: 'stale_version', sent: [1] })
})
