import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './app.ts'

const lines: string[] = []
const app = await startApp({ log: line => lines.push(line) })
const operator = await app.user(['operator_communes'])

test('no value of a request is logged, whatever happens to it', async () => {
  const canary = (name: string) => `canari-${name}-9f31c7`
  const office = app.as(operator)
  const secrets = {
    'idempotency-key': canary('cle'),
    cookie: `session=${canary('cookie')}`,
    'payment-signature': canary('signature'),
    'x-forwarded-for': '203.0.113.77',
  }
  await app.anyone.get(`/communes?q=${canary('recherche')}&email=${canary('email')}@example.org`)
  await app.anyone.get(`/communes?after=${canary('curseur')}`)
  await office.post('/admin/communes', { nom: canary('nom') }, { headers: secrets })
  await office.post('/admin/communes', { nom: canary('nom') }, { headers: secrets })
  await office.post('/admin/communes', { nom: canary('double'), slug: 'pris' })
  await office.post('/admin/communes', { nom: canary('double'), slug: 'pris' })
  await office.post('/admin/communes', undefined, { raw: `{"nom": "${canary('casse')}` })
  await office.post('/admin/communes', { [canary('champ')]: 1 })
  await app.as({ ...operator, token: canary('jeton') }).post('/admin/communes', { nom: 'x' })
  // An internal error, with the value in the database's message.
  await app.owner.query(`
    create function fail_loudly() returns trigger language plpgsql as $$
    begin raise exception 'value % for %', new.nom, new.slug using detail = new.nom, hint = new.nom; end $$;
    create trigger loud before insert on communes for each row execute function fail_loudly()`)
  assert.equal((await office.post('/admin/communes', { nom: canary('panne') })).status, 500)

  const log = lines.join('')
  assert.ok(lines.length >= 10)
  assert.ok(
    log.includes('"path":"/api/v1/communes"') && log.includes('request failed'),
    'the log tells what happened',
  )
  for (const trace of ['canari-', operator.token, operator.email, '203.0.113.77', '127.0.0.1']) {
    const line = lines.find(one => one.includes(trace))
    assert.equal(line, undefined, `${trace} stands in the log`)
  }
})

test('every line of a request carries its id', async () => {
  lines.length = 0
  const { headers } = await app.anyone.get('/communes')
  assert.ok(lines.some(line => JSON.parse(line).request_id === headers.get('x-request-id')))
})
