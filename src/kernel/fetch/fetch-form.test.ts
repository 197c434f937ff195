import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, World } from '../../../test/fixtures/outside-world.ts'

test('a form, or a content of the caller’s own, is posted, and no redirect resends its content', async () => {
  await using world = await World.open()
  const seen: string[] = []
  const site = await world.site(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`)
    if (request.url !== '/token') response.writeHead(Number(request.url?.slice(1)), { location: '/token' })
    response.end('{}')
  })
  const door = world.door()
  const form = { code: 'a&b=c é', secret: 'tu' }
  assert.equal(await codeOf(door.fetch(`http://${site}/token`, { form })), 'ok')
  assert.deepEqual(seen, ['POST /token application/x-www-form-urlencoded code=a%26b%3Dc+%C3%A9&secret=tu'])
  const content = { bytes: Buffer.of(97, 98), type: 'text/plain', encoding: 'identity' }
  assert.equal(await codeOf(door.fetch(`http://${site}/token`, { content })), 'ok')
  assert.deepEqual(seen.splice(1), ['POST /token text/plain ab'])
  for (const status of [301, 302, 303, 307, 308])
    assert.equal(await codeOf(door.fetch(`http://${site}/${status}`, { form })), 'too_many_redirects')
  assert.ok(seen.slice(1).every(line => !line.includes('/token ')))
})
