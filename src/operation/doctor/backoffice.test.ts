import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffice } from './backoffice.ts'

const none = async () => undefined
const says = async (
  how: Parameters<typeof backoffice>[1],
  switched: 'on' | 'off' = 'on',
  publicUrl?: string,
) => {
  const { state, says } = await backoffice({ backoffice: switched, publicUrl }, how)
  return `${state} ${says}`
}

test('doctor says whether the back-office is built, and tries it where it is not', async () => {
  assert.equal(
    await says({
      kept: async () =>
        new Map([
          ['index.html', ''],
          ['main.js', ''],
        ]),
      build: none,
    }),
    'ok built, 2 files',
  )
  const unreadable = async () => false
  assert.match(await says({ kept: none, build: none, unreadable }), /^note not built yet: .*npm run build/)
  const hidden = { kept: none, build: () => assert.fail('it is built'), unreadable: async () => true }
  assert.match(await says(hidden), /^note built, but this account may not read it .*npm run build/)
})

test('doctor says why it cannot be built, in one line', async () => {
  const build = () =>
    Promise.reject(new Error('The build ended with 1:\n\u001b[31m[UNRESOLVED_IMPORT]\u001b[39m "react"'))
  assert.equal(
    await says({ kept: none, build }),
    'wrong cannot be built, the API works without it: The build ended with 1: [UNRESOLVED_IMPORT] "react"',
  )
})

test('a node that serves none is not asked for one', async () => {
  const unasked = () => assert.fail('looked for a build')
  assert.match(await says({ kept: unasked, build: unasked }, 'off'), /^ok not served by this node/)
})

test('pages that lie at / do not open below the path of an address', async () => {
  const built = { kept: async () => new Map([['index.html', '']]), build: none }
  assert.match(await says(built, 'on', 'https://ville.example.fr/parvis'), /^wrong its pages lie at \/ alone/)
  assert.equal(await says(built, 'on', 'https://parvis.example.fr'), 'ok built, 1 files')
  assert.match(await says(built, 'off', 'https://ville.example.fr/parvis'), /^ok/)
})
