/** Commands without a running service. */
// Of a release: it starts databases as an operator does.
// A process of its own: it starts the database from a tree of its own, which goes at the end.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { commands } from '../src/commands.ts'
import { assertNoProcess } from './fixtures/processes.ts'
import {
  assertRefused,
  command,
  commandAlone,
  freshTree,
  preparedTree,
  TOKEN,
} from './fixtures/service-process.ts'

describe('without a service', { concurrency: 2 }, () => {
  test('a command starts the database, and leaves no process', async () => {
    const other = await preparedTree()
    for (const args of [TOKEN, ['audit', 'verify']]) {
      const { code, stderr } = await commandAlone(other, args)
      assert.equal(code, 0, stderr)
      await assertNoProcess(other)
    }
  })

  test('the first command of all makes the database', async () => {
    const other = freshTree()
    const { code, stdout } = await commandAlone(other, ['migrate'])
    assert.equal(code, 0)
    assert.match(stdout, /^Applied: /)
    await assertNoProcess(other)
  })

  test('demo fills an empty Parvis with a town, once', async () => {
    const other = await preparedTree()
    const { code, stdout, stderr } = await command(other, ['demo'])
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^Sainte-Œuvre-sur-Loire is there: .*sainte-oeuvre-sur-loire, \d+ publications\.\n/)
    assert.match(stdout, /\nThe password of each of them, said only here: [\w-]{23}\n/)
    assert.equal((await command(other, ['token', '--email', 'moderation@example.org'])).code, 0)
    assert.equal((await command(other, ['publications', 'check'])).code, 0)
    assertRefused(await command(other, ['demo']), /^There are acteurs here already/)
    await assertNoProcess(other)
  })

  test('data of another PostgreSQL are refused with advice', async () => {
    const other = await preparedTree()
    fs.writeFileSync(join(other, '.data', 'postgres', 'PG_VERSION'), '17\n')
    for (const args of [['start'], ['migrate']])
      assertRefused(
        await command(other, args),
        /^The data in .* was made by PostgreSQL 17, this Parvis brings 18: back it up .* \(parvis restore FILE\)\.\n$/,
      )
  })

  test('each command has help, without settings or database', async () => {
    const other = freshTree()
    const names = Object.keys(commands)
    const helped = await Promise.all(names.map(name => command(other, [...name.split(' '), '--help'])))
    for (const [index, { code, stdout, stderr }] of helped.entries()) {
      assert.deepEqual([code, stderr], [0, ''])
      assert.ok(stdout.startsWith(`parvis ${names[index]}`), stdout)
    }
    const { stdout } = await commandAlone(other, ['--help'])
    for (const name of names) assert.ok(stdout.includes(`  parvis ${name}`), name)
    const version = await commandAlone(other, ['--version'])
    assert.match(version.stdout, /^Parvis \d+\.\d+\.\d+(-dev)?, migration \d+, Node \d+\.\d+\.\d+\n$/)
    assert.deepEqual(await command(other, ['version']), version)
    assert.equal(fs.existsSync(join(other, '.data')), false)
  })

  test('an unknown command is one message, with the commands that begin like it', async () => {
    assertRefused(await commandAlone(freshTree(), ['dance']), /^There is no command “dance”: see/)
    const begun = await commandAlone(freshTree(), ['user', 'delete', '--help'])
    assertRefused(begun, /^“user” is the beginning of a command: user create, user grant, /)
  })
})
