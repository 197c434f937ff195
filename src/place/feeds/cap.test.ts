import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { publicationPath } from '../addresses.ts'

/** Alerts in CAP 1.2, against the structure of its schema (OASIS, CAP-v1.2.xsd). */

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
  ['references', '?', /^[^ ,]+,[^ ,]+,\S+$/],
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

/** Another title makes another address, of which nothing is in the memory of pages. */
const read = async (id: string, title: string) => {
  const answer = await fetch(`${app.url}/place/oeuilly${publicationPath({ id, title })}.cap`)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/cap+xml; charset=utf-8')
  const alert = parsed(await answer.text())
  assertFits(alert, SCHEMA)
  return (...path: string[]) => textAt(alert, ...path)
}

test('an alert is sent, updated and cancelled as messages that name the first one', async () => {
  const end = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000)
  const id = await make.publication(app, hall, town, {
    ...{ title: 'Crue <b>&amp; vent', body: '**Restez** chez vous.\n\n- À l’étage \u0007' },
    ...{ type: 'alerte', fin_le: end, niveau: 'danger' },
  })
  const first = await read(id, 'a')
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
  const second = await read(id, 'b')
  const [sender, identifier, sent] = ['sender', 'identifier', 'sent'].map(name => first(name))
  assert.deepEqual(
    [second('msgType'), second('references'), second('info', 'severity')],
    ['Update', `${sender},${identifier},${sent}`, 'Moderate'],
  )
  assert.notEqual(second('identifier'), identifier)

  await app.owner.query('update publications set leve_le = now() where id = $1', [id])
  const third = await read(id, 'c')
  assert.deepEqual(
    [third('msgType'), third('references'), third('info', 'urgency')],
    ['Cancel', second('references'), 'Past'],
  )
  const feed = await (await fetch(`${app.url}/place/oeuilly/alertes.atom`)).text()
  assert.match(feed, /<link href="[^"]*\.cap" rel="related" type="application\/cap\+xml"\/>/)
})

test('what is no alert has no message', async () => {
  const news = await make.publication(app, hall, town, { title: 'Nouvelle' })
  const { status } = await fetch(`${app.url}/place/oeuilly${publicationPath({ id: news, title: 'x' })}.cap`)
  assert.equal(status, 404)
})
