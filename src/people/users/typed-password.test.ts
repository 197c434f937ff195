import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import { typedPassword } from './typed-password.ts'

const PASSWORD = 'un mot de passe assez long'
const piped = (...chunks: string[]) => Readable.from(chunks.map(one => Buffer.from(one)))

test('a password on the command line is refused, and not quoted', async () => {
  for (const given of [PASSWORD, 'short', '', '--', '/etc/passwd'])
    await assert.rejects(typedPassword(given, [], piped(PASSWORD)), error => {
      assert.match(String(error), /^Refusal: --password takes - alone/)
      assert.ok(given === '' || given === '--' || !String(error).includes(given))
      return true
    })
  assert.equal(await typedPassword(undefined, [], piped(PASSWORD)), undefined)
})

test('the password is the first line of standard input, in whatever pieces it arrives', async () => {
  for (const pieces of [
    [PASSWORD],
    [`${PASSWORD}\n`],
    [`${PASSWORD}\r\nmore`],
    ['un mot de ', 'passe assez long\n', 'x'],
  ])
    assert.equal(await typedPassword('-', [], piped(...pieces)), PASSWORD)
  for (const wrong of ['', '\n', 'short\n', `${'x'.repeat(129)}\n`, 'x'.repeat(100_000)])
    await assert.rejects(
      typedPassword('-', [], piped(wrong)),
      /^Refusal: A password has 12 to 128 characters/,
    )
})

test('on a terminal the password is prompted for without echo', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  const shown = new PassThrough()
  const typed = typedPassword('-', [], terminal, shown)
  for (const letter of `${PASSWORD}\r`) terminal.write(letter)
  assert.equal(await typed, PASSWORD)
  assert.equal(String(shown.read()), 'Password: \n')
})
