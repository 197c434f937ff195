import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { publicationPath } from '../addresses.ts'

/** Alerts in CAP 1.2, against the structure of its schema (OASIS, CAP-v1.2.xsd). */

const ROOT = join(import.meta.dirname, '../../..')
const app = await startApp()
const town = await make.commune(app, {
  nom: 'Œuilly',
  slug: 'oeuilly',
  departement: '51',
  code_insee: '51410',
})
const near = await make.commune(app, { nom: 'Boursault', departement: '51', code_insee: '51076' })
const hall = await make.mairie(app, town)

type Node = { readonly name: string; readonly text: string; readonly of: readonly Node[] }
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** Elements and their texts; anything that is no XML of this kind fails. */
function parsed(xml: string): Node {
  const [declaration = ''] = /^<\?xml version="1.0" encoding="utf-8"\?>\n/.exec(xml) ?? []
  assert.ok(declaration, 'the declaration')
  const root = { name: '', text: '', of: [] as Node[] }
  const open: (typeof root)[] = [root]
  for (const [, end, name = '', text = ''] of xml
    .slice(declaration.length)
    .matchAll(/<(\/?)([a-zA-Z]+)(?: xmlns="[^"]*")?>([^<]*)/g)) {
    const node = open.at(-1) ?? root
    if (end) {
      assert.equal(node.name, name, 'elements end in the order in which they begin')
      open.pop()
      continue
    }
    const next = {
      name,
      text: text.replaceAll(/&([^;]*);?/g, (_, word) => ENTITIES[word] ?? assert.fail(`&${word}`)),
      of: [],
    }
    node.of.push(next)
    open.push(next)
  }
  assert.equal(open.length, 1)
  return root.of[0] ?? assert.fail('no element')
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d$/
const NAME = /^[^ ,<&]+$/
const oneOf = (words: string) => new RegExp(`^(?:${words.replaceAll(' ', '|')})$`)
type Rule = readonly [name: string, occurs: '1' | '?' | '*' | '+', as: RegExp | readonly Rule[]]
const ANY = /\S/
const SCHEMA: readonly Rule[] = [
  ['identifier', '1', NAME],
  ['sender', '1', NAME],
  ['sent', '1', TIME],
  ['status', '1', oneOf('Actual Exercise System Test Draft')],
  ['msgType', '1', oneOf('Alert Update Cancel Ack Error')],
  ['source', '?', ANY],
  ['scope', '1', oneOf('Public Restricted Private')],
  ['references', '?', /^[^ ,]+,[^ ,]+,[^ ,]+(?: [^ ,]+,[^ ,]+,[^ ,]+)*$/],
  [
    'info',
    '*',
    [
      ['language', '?', /^[a-z]{2}-[A-Z]{2}$/],
      ['category', '+', oneOf('Geo Met Safety Security Rescue Fire Health Env Transport Infra CBRNE Other')],
      ['event', '1', ANY],
      ['urgency', '1', oneOf('Immediate Expected Future Past Unknown')],
      ['severity', '1', oneOf('Extreme Severe Moderate Minor Unknown')],
      ['certainty', '1', oneOf('Observed Likely Possible Unlikely Unknown')],
      ['effective', '?', TIME],
      ['onset', '?', TIME],
      ['expires', '?', TIME],
      ['senderName', '?', ANY],
      ['headline', '?', ANY],
      ['description', '?', ANY],
      ['instruction', '?', ANY],
      ['web', '?', /^https?:\/\/\S+$/],
      [
        'area',
        '*',
        [
          ['areaDesc', '1', ANY],
          [
            'geocode',
            '*',
            [
              ['valueName', '1', ANY],
              ['value', '1', ANY],
            ],
          ],
        ],
      ],
    ],
  ],
]
const TIMES = { '1': [1, 1], '?': [0, 1], '*': [0, 99], '+': [1, 99] } as const
/** Elements in the order of the schema, as often as it says. */
function assertFits({ name, of }: Node, rules: readonly Rule[]): void {
  let at = 0
  for (const [wanted, occurs, as] of rules) {
    const first = at
    while (of[at]?.name === wanted) at++
    const [least, most] = TIMES[occurs]
    assert.ok(at - first >= least && at - first <= most, `${name}: ${at - first} ${wanted}`)
    for (const node of of.slice(first, at))
      if (as instanceof RegExp) assert.match(node.text, as, wanted)
      else assertFits(node, as)
  }
  assert.equal(of[at]?.name, undefined, `${name}: in another order, or unknown`)
}

const textAt = (node: Node, ...path: string[]): string | undefined =>
  path.reduce<Node | undefined>((one, name) => one?.of.find(each => each.name === name), node)?.text

/** Another process, which has nothing in its memory of pages. */
const read = async (id: string) => {
  const node = await app.beside()
  const answer = await fetch(`${node.url}/place/oeuilly${publicationPath({ id, title: 'x' })}.cap`)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/cap+xml; charset=utf-8')
  const alert = parsed(await answer.text())
  await node.stop()
  assertFits(alert, SCHEMA)
  return (...path: string[]) => textAt(alert, ...path)
}

test('an alert is sent, updated and cancelled as messages that name all earlier ones', async () => {
  const end = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000)
  const id = await make.publication(app, hall, town, {
    title: 'Crue <b>&amp; vent',
    body: '**Restez** chez vous.\n\n- À l’étage \u0007',
    type: 'alerte',
    fin_le: end,
    niveau: 'danger',
  })
  const first = await read(id)
  assert.deepEqual(
    [first('msgType'), first('references'), first('info', 'headline'), first('info', 'senderName')],
    ['Alert', undefined, 'Crue <b>&amp; vent', 'Mairie'],
  )
  assert.equal(first('info', 'description'), 'Restez chez vous.\n\nÀ l’étage')
  assert.deepEqual(
    ['urgency', 'severity', 'certainty'].map(name => first('info', name)),
    ['Immediate', 'Severe', 'Likely'],
  )
  assert.equal(new Date(first('info', 'expires') ?? '').getTime(), end.getTime())
  assert.deepEqual(
    [first('info', 'area', 'areaDesc'), first('info', 'area', 'geocode', 'value')],
    ['Œuilly (51)', '51410'],
  )

  await app.owner.query(`update publications set niveau = 'vigilance', commune_ids = $2 where id = $1`, [
    id,
    [town, near],
  ])
  const second = await read(id)
  const [sender, identifier, sent] = ['sender', 'identifier', 'sent'].map(name => first(name))
  assert.deepEqual(
    [second('msgType'), second('references'), second('info', 'severity')],
    ['Update', `${sender},${identifier},${sent}`, 'Moderate'],
  )
  assert.notEqual(second('identifier'), identifier)

  await app.owner.query('update publications set leve_le = now() where id = $1', [id])
  const third = await read(id)
  assert.deepEqual(
    [third('msgType'), third('references'), third('info', 'urgency')],
    ['Cancel', `${second('references')} ${sender},${second('identifier')},${second('sent')}`, 'Past'],
  )
  const feed = await (await fetch(`${app.url}/place/oeuilly/alertes.atom`)).text()
  assert.match(feed, /<link href="[^"]*\.cap" rel="related" type="application\/cap\+xml"\/>/)
})

const [secretary, moderator] = [await app.user(), await app.user(['operator_moderation'])]
await make.member(app, hall, secretary)
const member = app.as(secretary, 'public')
const office = app.as(moderator)
const { body: types } = await app.anyone.get('/publications/types')
const { id: type_id } = types.data.find((one: { slug: string }) => one.slug === 'alerte')
const written = { acteur_id: hall, commune_id: town, type_id, title: 'Crue', body: 'Les quais sont fermés.' }

type Step = (id: string) => Promise<unknown>
const edit =
  (fields: object): Step =>
  async id =>
    assert.equal((await member.patch(`/publications/${id}`, fields)).status, 200)
const decide =
  (fields: object): Step =>
  async id =>
    assert.equal((await office.patch(`/admin/publications/${id}/moderate`, fields)).status, 200)
const direct =
  (...statements: string[]): Step =>
  async id => {
    await app.owner.query('begin')
    for (const statement of statements) await app.owner.query(statement, [id])
    await app.owner.query('commit')
  }
const inTwo = direct(
  `update publications set title = 'Crue de la Marne' where id = $1`,
  `update publications set body = 'Les quais et le pont sont fermés.' where id = $1`,
)
const mayPublish =
  (may: boolean): Step =>
  () =>
    app.owner.query('update acteurs set can_publish = $2 where id = $1', [hall, may])
/** As if the hour until it is published had passed: no trigger sees it. */
const appears: Step = async id => {
  await app.owner.query(`
    set session_replication_role = replica;
    update publications set publie_le = publie_le - interval '1 hour' where id = '${id}';
    set session_replication_role = origin`)
  await eventually(async () => (await app.anyone.get(`/publications/${id}`)).status === 200, id)
}

/** Each list is what happens between two messages, and before the first one. */
const STORIES: Readonly<Record<string, readonly (readonly [kind: string, ...steps: Step[]])[]>> = {
  'is edited twice and lifted': [
    ['Alert'],
    ['Update', edit({ body: 'Le pont est fermé aussi.' })],
    ['Update', edit({ niveau: 'danger' })],
    ['Cancel', edit({ leve: true })],
  ],
  'is lifted, in force again, and lifted': [
    ['Alert'],
    ['Cancel', edit({ leve: true })],
    ['Update', edit({ leve: false })],
    ['Cancel', edit({ leve: true })],
  ],
  'changes twice at once': [['Alert'], ['Update', inTwo], ['Cancel', edit({ leve: true })]],
  'was changed before it appeared': [
    ['Alert', edit({ title: 'Crue annoncée' }), appears],
    ['Update', edit({ niveau: 'vigilance' })],
    ['Cancel', edit({ leve: true })],
  ],
  'is withdrawn, changed and shown again': [
    ['Alert'],
    [
      'Update',
      mayPublish(false),
      edit({ title: 'Crue, encore' }),
      decide({ moderation_status: 'approved' }),
      mayPublish(true),
    ],
    ['Cancel', edit({ leve: true })],
  ],
}

for (const [what, story] of Object.entries(STORIES))
  test(`each message of an alert that ${what} names all earlier ones with the times they were sent with`, async () => {
    const publie_le = what.endsWith('before it appeared')
      ? new Date(Date.now() + 3_600_000).toISOString()
      : undefined
    const { id } = (await member.post('/publications', { ...written, publie_le })).body.data
    const sent: string[] = []
    for (const [kind, ...steps] of story) {
      for (const step of steps) await step(id)
      // An hour between two messages.
      await app.owner.query(
        'update publications set updated_at = updated_at + make_interval(hours => $2) where id = $1',
        [id, sent.length],
      )
      const message = await read(id)
      assert.deepEqual([message('msgType'), message('references') ?? ''], [kind, sent.join(' ')])
      sent.push(['sender', 'identifier', 'sent'].map(name => message(name)).join(','))
    }
    assert.equal(new Set(sent.map(one => one.split(',')[2])).size, story.length, 'at different times')
    assert.equal(new Set(sent).size, story.length)
  })

test('an alert that changed before messages were kept names its first one', async () => {
  const [migration = ''] = globSync('db/migrations/*_earlier_alert_messages.sql', { cwd: ROOT })
  const [known] = /^insert into alert_messages[^;]*;/m.exec(readFileSync(join(ROOT, migration), 'utf8')) ?? []
  const id = await make.publication(app, hall, town, { type: 'alerte' })
  const first = await read(id)
  await edit({ title: 'Crue' })(id)
  await app.owner.query('delete from alert_messages where publication_id = $1', [id])
  await app.owner.query(known ?? assert.fail('the migration fills its table'))
  const second = await read(id)
  assert.deepEqual(
    [second('msgType'), second('references')],
    ['Update', ['sender', 'identifier', 'sent'].map(name => first(name)).join(',')],
  )
})

test('what is no alert has no message, and its versions are not kept', async () => {
  const news = await make.publication(app, hall, town, { title: 'Nouvelle' })
  const { status } = await fetch(`${app.url}/place/oeuilly${publicationPath({ id: news, title: 'x' })}.cap`)
  assert.equal(status, 404)
  await app.owner.query(`update publications set title = 'Autre' where id = $1`, [news])
  const { rowCount } = await app.owner.query('select from alert_messages where publication_id = $1', [news])
  assert.equal(rowCount, 0)
})
