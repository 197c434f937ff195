import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { inDatabase, ownerOf } from '../../../test/databases.ts'
import { connect } from '../../kernel/db/database.ts'
import { clock } from './clock.ts'
import { look, rights, writes } from './database.ts'

const app = await startApp()

test('a clock that is not that of the database is told, with how far it is off', async () => {
  const { db } = app.service
  assert.equal((await clock(db)).state, 'ok')
  for (const [off, says] of [
    // Less the time that the query takes.
    [950_000, /^this machine is (9[0-5]|8\d)\d s ahead of the database: /],
    [-3_600_000, /^this machine is 3(600|[45]\d\d) s behind the database: /],
  ] as const) {
    const found = await clock(db, () => Date.now() + off)
    assert.deepEqual([found.state, found.explanation.code], ['wrong', 'clock_off'])
    assert.match(found.says, says)
  }
})

test('rights that the service has lost are named, and right again once they are back', async () => {
  assert.equal((await rights(app.service.db)).state, 'ok')
  await app.owner.query('revoke select on reply_templates from parvis_app')
  await app.owner.query('revoke insert on backup_runs from parvis_app')
  const { state, says, explanation } = await rights(app.service.db)
  assert.deepEqual([state, explanation.code, explanation.params], ['wrong', 'rights_lost', { n: 2 }])
  assert.match(says, /^parvis_app lacks insert on backup_runs, select on reply_templates: /)
  await app.owner.query('grant select on reply_templates to parvis_app')
  await app.owner.query('grant insert on backup_runs to parvis_app')
  assert.equal((await rights(app.service.db)).state, 'ok')
})

test('before the first start the rights are not looked at, since there are no tables', async () => {
  const name = `test_${process.pid}_blank`
  await inDatabase('postgres', client => client.query(`create database ${name} template template0`))
  const db = connect(ownerOf(name))
  try {
    const { state, explanation } = await rights(db)
    assert.deepEqual([state, explanation.code, explanation.params?.newest], ['note', 'not_migrated', 0])
  } finally {
    await db.close()
    await inDatabase('postgres', client => client.query(`drop database ${name} with (force)`))
  }
})

test('a disk that is full is told, although a commit by itself still finds room', async () => {
  assert.equal(writes(await look(app.connection)).state, 'ok')
  await app.owner.query(`create function no_room() returns event_trigger language plpgsql as $$ begin
    raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$;
    create event trigger no_room on ddl_command_start execute function no_room()`)
  const { state, says } = writes(await look(app.connection))
  assert.deepEqual([state, /^the disk of the database is full: make room there/.test(says)], ['wrong', true])
  await app.owner.query('drop event trigger no_room')
  assert.equal(writes(await look(app.connection)).state, 'ok')
})
