import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { publicationPath } from '../addresses.ts'
import { honeypotWith } from './honeypot.ts'

const app = await startApp({ env: { RATE_LIMIT_SCALE: '1' } })
const town = await make.commune(app, { slug: 'oeuilly' })
const hall = await make.mairie(app, town)
const club = await make.acteur(app, town, { nom: 'Comité des fêtes', slug: 'comite' })
await make.acteur(app, town, { slug: 'ferme', active: false })
await app.owner.query(`update acteurs set telephone = '02 38 00 45 45', slug = 'mairie' where id = $1`, [
  hall,
])
const title = 'Une fête'
const [id, hidden] = [
  await make.publication(app, hall, town, { title }),
  await make.publication(app, hall, town, { title, moderation_status: 'pending', valide: false }),
]
const thanks = `/place/oeuilly/signale?page=${encodeURIComponent(publicationPath({ id, title }))}`
const addressOf = (one: string) => `${app.url}/place/oeuilly${publicationPath({ id: one, title })}/signaler`
const honeypot = honeypotWith(app.service.secrets)
const depuisIn = (text: string) => /name="depuis" value="([^"]*)"/.exec(text)?.[1] ?? ''
/** The hidden field of a form that was opened so long ago. */
const opened = (secondsAgo: number) =>
  depuisIn(honeypot.fields(new Date(Date.now() - secondsAgo * 1_000)).toString())
const sendTo = async (
  address: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ depuis: opened(10), ...form }),
  })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}
const send = (form: Record<string, string>, headers: Record<string, string> = {}, one = id) =>
  sendTo(addressOf(one), form, headers)
const reports = async () => {
  const { rows } = await app.owner.query('select reason, message, email from publication_reports order by id')
  return rows
}

test('the form is made for one reader; what it sends is a report, and a repeat gets the same thanks', async () => {
  const form = await fetch(addressOf(id))
  assert.deepEqual([form.status, form.headers.get('cache-control')], [200, 'no-store'])
  assert.match(await form.text(), /<form method="post"/)
  const sent = { reason: 'false_information', message: 'Le 13, et non le 14.', email: 'jeanne@example.org' }
  for (const _ of [1, 2]) {
    const { status, location } = await send(sent)
    assert.deepEqual([status, location], [303, thanks])
  }
  assert.deepEqual(await reports(), [sent])
  const { rows } = await app.owner.query(`select action from audit_log where entity_id = $1`, [id])
  assert.deepEqual(rows, [{ action: 'publication.reported' }])
  const text = await (await fetch(app.url + thanks)).text()
  assert.match(text, /Merci, votre signalement/)
  assert.ok(text.includes(`<a href="/place/oeuilly${publicationPath({ id, title })}">Revenir à la page</a>`))
})

test('an answer that was pasted loses signs that nobody sees: its address would be refused', async () => {
  const other = await make.publication(app, hall, town, { title })
  const pasted = { message: 'Réu\u00adnion', email: '\u202ajeanne@exam\u00adple.org\u200b' }
  assert.equal((await send({ reason: 'spam', ...pasted }, {}, other)).status, 303)
  const { rows } = await app.owner.query(
    'select message, email from publication_reports where publication_id = $1',
    [other],
  )
  assert.deepEqual(rows, [{ message: 'Réunion', email: 'jeanne@example.org' }])
})

test('thanks lead to no other site, and to no page where none is named', async () => {
  for (const page of [
    '',
    '//a.example',
    '/a/b/c',
    '/\\a.example',
    '/p/x"onclick=',
    'https://a.example',
    '/..',
    '/',
  ])
    assert.doesNotMatch(
      await (await fetch(`${app.url}/place/oeuilly/merci?page=${encodeURIComponent(page)}`)).text(),
      /Revenir à la page/,
      page,
    )
})

test('a mistake is named, and nothing that was written is lost', async () => {
  const before = await reports()
  const mistakes = [
    [{ message: 'Bonjour' }, /Choisissez ce qui ne va pas/],
    [{ reason: 'constructor', message: 'Bonjour' }, /Choisissez ce qui ne va pas/],
    [{ reason: 'spam', message: 'Bonjour', email: 'jeanne@' }, /Complétez l’adresse/],
    [{ reason: 'spam', message: `Bonjour${'é'.repeat(1_000)}` }, /1 000 signes au plus/],
  ] as const
  for (const [form, words] of mistakes) {
    const { status, text } = await send(form)
    assert.equal(status, 422, JSON.stringify(form).slice(0, 60))
    assert.match(text, words)
    assert.match(text, /<title>Erreur\s: /)
    assert.match(text, />Bonjour/)
  }
  assert.deepEqual(await reports(), before)
})

test('who falls into the honeypot gets the same thanks, and nothing is written', async t => {
  // How long a form was open is not how busy the machine is.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const before = await reports()
  const caught: Record<string, string>[] = [
    { site_web: 'https://a.example' },
    { depuis: '' },
    { depuis: opened(10).replace(/.$/, sign => (sign === 'A' ? 'B' : 'A')) },
    { depuis: `${Date.now() - 10_000}.${opened(10).split('.')[1]}` },
  ]
  for (const form of caught) {
    const { status, location } = await send({ reason: 'other', ...form })
    assert.deepEqual([status, location], [303, thanks], JSON.stringify(form))
  }
  assert.deepEqual(await reports(), before)
})

test('what people do too is shown again with its answers, and is sent once it is mended', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const before = await reports()
  const one = await make.publication(app, hall, town, { title })
  const depuis = opened(1)
  const message = 'Voir www.a.example www.b.example'
  const quick = await send({ reason: 'other', message, depuis }, {}, one)
  assert.equal(quick.status, 422)
  assert.match(quick.text, /Rien n’est encore envoyé.*>Voir www\.a\.example www\.b\.example</s)
  // The time of the first sending counts: the answers were read since.
  t.mock.timers.tick(2_000)
  const again = { reason: 'other', depuis: depuisIn(quick.text) }
  const linked = await send({ ...again, message: `${message} https://c.example` }, {}, one)
  assert.equal(linked.status, 422)
  assert.match(linked.text, /plus de deux liens.*https:\/\/c\.example</s)
  assert.deepEqual(await reports(), before)
  assert.equal((await send({ ...again, message }, {}, one)).status, 303)
  assert.deepEqual((await reports()).slice(before.length), [{ reason: 'other', message, email: null }])
})

test('a form that was opened hours ago is shown again with its answers, and may be sent at once', async () => {
  const before = await reports()
  const one = await make.publication(app, hall, town, { title })
  const answers = { reason: 'other', message: 'La date est fausse.' }
  const { status, text } = await send({ ...answers, depuis: opened(7 * 3_600) }, {}, one)
  assert.equal(status, 422)
  assert.match(text, /Rien n’est encore envoyé/)
  assert.match(text, /La date est fausse\.<\/textarea>/)
  assert.deepEqual(await reports(), before)
  assert.equal((await send({ ...answers, depuis: depuisIn(text) }, {}, one)).status, 303)
  assert.equal((await reports()).length, before.length + 1)
})

test('an answer that is corrected within a moment is sent: the form was opened long enough ago', async () => {
  const before = await reports()
  const one = await make.publication(app, hall, town, { title })
  const { status, text } = await send({ depuis: opened(10) }, {}, one)
  assert.equal(status, 422)
  assert.equal((await send({ reason: 'other', depuis: depuisIn(text) }, {}, one)).status, 303)
  assert.equal((await reports()).length, before.length + 1)
})

test('people who send an empty form at once see what is missing', async () => {
  const { status, text } = await send({ depuis: opened(0) })
  assert.equal(status, 422)
  assert.match(text, /Choisissez ce qui ne va pas/)
})

test('somebody claims the page of an acteur; who comes second reads that it is being looked at', async () => {
  const page = `${app.url}/place/oeuilly/annuaire/comite`
  assert.match(await (await fetch(page)).text(), /Cette page est la vôtre\s\?.*annuaire\/comite\/revendiquer/)
  const address = `${page}/revendiquer`
  const form = await fetch(address)
  assert.deepEqual([form.status, form.headers.get('cache-control')], [200, 'no-store'])
  const empty = await sendTo(address, { telephone: '0'.repeat(31) })
  assert.equal(empty.status, 422)
  for (const words of [/Écrivez qui vous êtes/, /Écrivez votre nom/, /Écrivez votre courriel/, /30\ssignes/])
    assert.match(empty.text, words)
  const answers = { message: 'La présidente.', nom: 'Anne Martin', email: 'anne@example.org', telephone: '' }
  const caught = await sendTo(address, { ...answers, site_web: 'x' })
  const [first, second] = [await sendTo(address, answers), await sendTo(address, answers)]
  for (const one of [caught, first])
    assert.deepEqual([one.status, one.location], [303, '/place/oeuilly/demande?page=%2Fannuaire%2Fcomite'])
  assert.match(
    await (await fetch(`${app.url}/place/oeuilly/demande`)).text(),
    /Merci, votre demande est arrivée/,
  )
  assert.equal(second.status, 409)
  assert.match(second.text, /Quelqu’un l’a déjà demandée.*02 38 00 45 45/)
  assert.match(second.text, />La présidente\.</)
  const { rows } = await app.owner.query(
    'select acteur_id, message, nom, email, telephone, status from claims',
  )
  assert.deepEqual(rows, [{ ...answers, telephone: null, acteur_id: club, status: 'pending' }])
  for (const slug of ['ferme', 'mairie', 'personne'])
    assert.equal((await fetch(`${app.url}/place/oeuilly/annuaire/${slug}/revendiquer`)).status, 404, slug)
  // Two of the five of an hour are used: what was caught, or was incomplete, did not count.
  const more = await Promise.all([1, 2, 3, 4].map(() => sendTo(address, answers)))
  assert.deepEqual(more.map(({ status }) => status).sort(), [409, 409, 409, 429])
})

test('an error on a page, or what is missing there, becomes a message that names the page', async () => {
  const answers = { message: 'Le numéro a changé.', nom: 'Anne', email: 'anne@example.org' }
  for (const page of ['/annuaire/comite', '/annuaire', '/mairie', '/defibrillateurs', '/a-propos']) {
    const address = `${app.url}/place/oeuilly${page}`
    assert.match(
      await (await fetch(address)).text(),
      new RegExp(`href="/place/oeuilly${page}/signaler"`),
      page,
    )
    const { status, location, text } = await sendTo(`${address}/signaler`, answers)
    assert.deepEqual([status, location], [303, `/place/oeuilly/merci?page=${encodeURIComponent(page)}`], text)
    const { rows } = await app.owner.query(
      `select t.commune_id, t.requester_email as email, m.body from support_threads t join support_messages m on m.thread_id = t.id
       order by t.created_at desc limit 1`,
    )
    const body = rows[0]?.body.replace(/https?:\/\/[^/]*/, '')
    assert.deepEqual(
      { ...rows[0], body },
      { commune_id: town, email: answers.email, body: `Le numéro a changé.\n\nPage : /place/oeuilly${page}` },
    )
  }
  const missing = await (await fetch(`${app.url}/place/oeuilly/annuaire/signaler`)).text()
  assert.match(missing, /<h1>Vous n’y êtes pas\s\?<.*\/inscription\?commune=oeuilly">Ouvrez un compte</s)
  const question = await (await fetch(`${app.url}/place/oeuilly/a-propos/signaler`)).text()
  assert.match(question, /<h1>Écrire à l’équipe</)
  assert.doesNotMatch(question, /un horaire|erreur/)
  assert.doesNotMatch(await (await fetch(`${app.url}/place/oeuilly/a-propos`)).text(), /Mentions légales/)
  assert.equal((await sendTo(`${app.url}/place/oeuilly/mairie/signaler`, {})).status, 422)
  assert.equal((await fetch(`${app.url}/place/oeuilly/agenda/signaler`)).status, 404)
})

test('what is not a form of ours is refused, as a page', async () => {
  const before = await reports()
  const reason = 'other'
  assert.equal((await send({ reason }, { origin: 'https://elsewhere.example' })).status, 403)
  assert.equal((await send({ reason }, { origin: 'null' })).status, 403)
  assert.equal((await send({ reason }, {}, hidden)).status, 404)
  assert.equal((await fetch(addressOf(hidden))).status, 404)
  const post = async (type: string, body: string) =>
    (await fetch(addressOf(id), { method: 'POST', headers: { 'content-type': type }, body })).status
  assert.equal(await post('application/json', '{}'), 415)
  assert.equal(await post('application/x-www-form-urlencoded', 'a='.padEnd(30_000, 'x')), 413)
  assert.deepEqual(await reports(), before)
})

test('without a mail server there is no weekly mail to ask for', async () => {
  const page = await fetch(`${app.url}/place/oeuilly/suivre`)
  assert.doesNotMatch(await page.text(), /suivre\/courriel/)
  assert.equal((await fetch(`${app.url}/place/oeuilly/suivre/courriel`)).status, 404)
  const asked = await app.anyone.post(`/communes/${town}/weekly-mail`, { email: 'anne@example.org' })
  assert.equal(asked.status, 404)
})

test('forms count towards the limit of the API', async () => {
  const others: string[] = []
  for (let at = 0; at < 25; at++) others.push(await make.publication(app, hall, town, { title }))
  const statuses = []
  for (const one of others) statuses.push((await send({ reason: 'spam' }, {}, one)).status)
  assert.equal(statuses.at(-1), 429)
  assert.ok(statuses.filter(status => status === 303).length <= 20)
})
