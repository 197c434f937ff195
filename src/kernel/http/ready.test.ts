import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { asker } from '../../../test/fuzz/asking.ts'
import { publicationPath } from '../../place/addresses.ts'

/** The pages of communes are sent from memory: read by raw requests, since clients add headers. */

const lines: string[] = []
const app = await startApp({ log: line => void lines.push(line) })
const { readyAnswers } = app.service.server
const town = await make.commune(app, { slug: 'oeuilly' })
const hall = await make.mairie(app, town)
const port = Number(new URL(app.url).port)
const ask = asker(port)

/** Whether it was sent before the router, and what was sent. */
async function asked(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { find } = readyAnswers
  let isReady = false
  readyAnswers.find = request => {
    const answer = find.call(readyAnswers, request)
    isReady = answer !== undefined
    return answer
  }
  const reply = await ask(method, path, { Host: 'parvis.test', ...headers })
  readyAnswers.find = find
  return { isReady, ...reply }
}

/** It is made anew after some seconds, however slow the machine is. */
const untilReady = (path: string, headers?: Record<string, string>) =>
  eventually(async () => {
    const reply = await asked(path, headers)
    return reply.isReady ? reply : undefined
  }, `${path} is ready`)

test('further readers of a page get it before the router: the same headers and bytes, with their own id', async () => {
  for (const headers of [{}, { 'Accept-Encoding': 'gzip' }]) {
    const first = await asked('/place/oeuilly', headers)
    assert.equal(first.isReady, false)
    const second = await untilReady('/place/oeuilly', headers)
    assert.notEqual(second.headers['x-request-id'], first.headers['x-request-id'])
    const sameOf = ({ status, body, headers: { 'x-request-id': _, date: __, ...same } }: typeof first) => ({
      status,
      body,
      same,
    })
    assert.deepEqual(sameOf(second), sameOf(first))
    assert.ok(second.headers['content-security-policy'])
  }
})

test('it is logged and counted in the metrics like any other, under the id of the client', async () => {
  const linesOf = () =>
    lines.map(line => JSON.parse(line)).filter(({ request_id: id }) => id === 'of-a-client')
  const count = async () => {
    const { text } = await app.service.metrics.text(undefined)
    return Number(
      /http_responses_total\{method="GET",route="\/place\/\*",status="200"\} (\d+)/.exec(text)?.[1],
    )
  }
  await untilReady('/place/oeuilly', { 'X-Request-Id': 'of-a-client' })
  await eventually(async () => linesOf().length > 0, 'its line')
  const { time, ms, ...line } = linesOf().at(-1)
  const expected = { level: 'info', request_id: 'of-a-client', method: 'GET', path: '/place/oeuilly' }
  assert.deepEqual(line, { ...expected, status: 200, msg: 'request' })
  assert.ok(ms >= 0 && Date.parse(time) > 0)
  assert.equal(await count(), lines.filter(one => one.includes('"path":"/place/oeuilly"')).length)
})

test('opened publications are counted from memory too', async () => {
  const id = await make.publication(app, hall, town, { title: 'Vue' })
  const path = `/place/oeuilly${publicationPath({ id, title: 'Vue' })}`
  const reader = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const node = await app.beside()
  const read = asker(Number(new URL(node.url).port))
  for (let time = 0; time < 5; time++) await read('GET', path, { Host: 'parvis.test', ...reader })
  await read('GET', path, { Host: 'parvis.test', 'User-Agent': 'Googlebot' })
  await node.stop()
  const { rows } = await app.owner.query(
    'select views from publication_page_views where publication_id = $1',
    [id],
  )
  assert.deepEqual(rows, [{ views: 5 }])
})

test('what asks otherwise, is refused or may change reaches the router', async () => {
  const path = '/place/oeuilly'
  await untilReady(path)
  const others: [headers: Record<string, string>, status: number, method?: string][] = [
    [{}, 200, 'HEAD'],
    [{ Origin: 'https://a.example' }, 200],
    [{ 'If-None-Match': '*' }, 304],
    [{ 'Content-Length': '0' }, 200],
    [{ Host: '<x>' }, 400],
    [{ 'Accept-Encoding': 'br' }, 200],
  ]
  for (const [headers, status, method] of others) {
    const reply = await asked(path, headers, method)
    assert.deepEqual([reply.isReady, reply.status], [false, status], JSON.stringify(headers))
  }
  for (const other of [`${path}?x`, '/place/rien', '/api/v1/communes']) {
    await asked(other)
    assert.equal((await asked(other)).isReady, false, other)
  }
  readyAnswers.close()
  for (const time of [1, 2]) assert.equal((await asked(path)).isReady, false, `stopping, ${time}`)
})
