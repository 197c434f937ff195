import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BetterAuthPlugin } from 'better-auth'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import type { Issuer } from './issuer/issuer.ts'
import { libraryCalls } from './library-calls.ts'

const issuerWith = (plugin: BetterAuthPlugin) =>
  betterAuth({
    secret: 'a secret of thirty-two characters',
    baseURL: 'http://parvis.test',
    logger: { disabled: true },
    plugins: [bearer(), plugin],
  }) as unknown as Issuer

/** What a plugin of the library may do to requests, in the HTTP handler that the service does not use. */
const HOOKS: Readonly<Record<string, Partial<BetterAuthPlugin>>> = {
  onRequest: { onRequest: async () => undefined },
  onResponse: { onResponse: async () => undefined },
  middlewares: { middlewares: [] },
}

for (const [name, hook] of Object.entries(HOOKS))
  test(`a plugin with ${name} is refused at start, since nothing would call it`, async () => {
    await assert.rejects(
      libraryCalls(issuerWith({ id: 'captcha', ...hook }), 'http://parvis.test'),
      /The plugin captcha hooks into requests/,
    )
  })

test('a plugin whose hooks belong to endpoints is accepted', async () => {
  const call = await libraryCalls(issuerWith({ id: 'quiet' }), 'http://parvis.test')
  assert.equal(typeof call, 'function')
})
