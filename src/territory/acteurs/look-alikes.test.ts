import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_claims']))
const [here, there] = [await make.commune(app, { nom: 'Écully' }), await make.commune(app)]
const club = await make.acteur(app, here, {
  nom: 'Étoile sportive',
  email: 'contact@club.example',
  telephone: '04 78 11 22 33',
  siret: '73282932000074',
})
const shop = await make.acteur(app, there, {
  nom: 'Étoile sportive',
  email: 'zoe@gmail.com',
  deleted_at: new Date(),
})

const FOUND: readonly (readonly [asked: Record<string, string>, found: readonly string[]])[] = [
  [{}, []],
  [{ nom: 'Etoile  Sportive', commune_id: here }, [`${club} nom`]],
  [{ nom: 'Étoile sportive' }, []],
  [{ nom: 'étoile sportive', commune_id: there }, [`${shop} nom`]],
  [{ siret: '732 829 320 00074' }, [`${club} siret`]],
  [{ email: 'autre@CLUB.example' }, [`${club} email_domain`]],
  [{ email: 'autre@gmail.com' }, []],
  [{ email: 'Zoe@gmail.com' }, [`${shop} email`]],
  [{ telephone: '+33 4 78.11.22.33' }, [`${club} telephone`]],
  [{ telephone: '04 78' }, []],
  [{ telephone: '0478112233', siret: '73282932000074' }, [`${club} siret,telephone`]],
  [{ telephone: '0478112233', except: club }, []],
]
for (const [asked, found] of FOUND)
  test(`before it is written down: ${JSON.stringify(asked)}`, async () => {
    const { status, body } = await office.get(`/admin/acteurs/look-alikes?${new URLSearchParams(asked)}`)
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.map((one: { id: string; reasons: string[] }) => `${one.id} ${one.reasons.sort()}`),
      found,
    )
  })
