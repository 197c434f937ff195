/** Migrations must declare what they take away from older programs. */
// A process of its own: it makes databases, and removes them at the end.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { migrate } from '../../src/kernel/migrations/migrate.ts'
import { BASELINE, readMigrations } from '../../src/kernel/migrations/migrations.ts'
import { inDatabase, ownerOf } from '../databases.ts'
import { type Schema, schemaOf, takenAway } from './steps.ts'

/** `'publications publications_places_check': 'why older programs keep to it all the same'` */
const HARMLESS: Readonly<Record<string, string>> = {
  'function set_weeks_of_words()': 'the migration before calls it, no program does',
  'publication_words publication_words_week_check': 'the trigger that writes the words keeps to it',
  'actes actes_named': 'they publish acts with an author alone, and bring none',
  'notes notes_about_one': 'they write notes about an acteur or a person alone',
}

const name = `test_steps_${process.pid}`
let client: pg.Client
before(async () => {
  await inDatabase('postgres', admin => admin.query(`create database ${name}`))
  // A foreign key to a later file of the baseline takes nothing away: no program knows only a part of the baseline.
  await migrate(ownerOf(name), [], BASELINE)
  client = new pg.Client(ownerOf(name))
  await client.connect()
})
after(async () => {
  await client?.end()
  await inDatabase('postgres', admin => admin.query(`drop database ${name} with (force)`))
})

const unexcused = (taken: readonly string[]) =>
  taken.filter(sentence => !Object.keys(HARMLESS).some(known => sentence.startsWith(known)))

test('the comparison finds every incompatible change, and nothing else', async () => {
  const was = await schemaOf(client)
  const taken = async (sql: string) => {
    await client.query('begin')
    await client.query(sql)
    const is: Schema = await schemaOf(client)
    await client.query('rollback')
    return takenAway(was, is)
  }
  const check = `alter table mails drop constraint mails_status_check,
    add constraint mails_status_check check (status in`
  for (const [sql, sentence] of [
    ['drop table publication_drafts', 'table publication_drafts is gone, or has another name'],
    ['alter table users rename nom to name', 'column users.nom is gone, or has another name'],
    [
      'alter table nodes alter version type varchar(200)',
      'column nodes.version was text and is character varying(200)',
    ],
    ['alter table users alter nom set not null', 'column users.nom must be filled now'],
    ['alter table users alter id drop default', 'column users.id has lost its default'],
    [
      'alter table users add age int not null',
      'column users.age is new, has to be filled, and has no default',
    ],
    [
      'alter table users add check (length(nom) < 9)',
      'users users_nom_check1 is a new rule, or a narrower one: CHECK ((length(nom) < 9))',
    ],
    [`${check} ('queued', 'sent'))`, 'mails mails_status_check is a new rule, or a narrower one'],
    [
      'create unique index only_once on users (nom)',
      'users only_once is a new rule, or a narrower one: btree (nom)',
    ],
    [
      'alter table users drop constraint users_email_key',
      'users users_email_key is gone: “on conflict” may rest on it',
    ],
    ['drop function new_id() cascade', 'function new_id() returns uuid is gone'],
    ['revoke select on communes from parvis_app', 'the grant of select on communes is gone'],
  ] as const)
    assert.ok(
      (await taken(sql)).some(one => one.startsWith(sentence)),
      `${sql}: ${await taken(sql)}`,
    )
  for (const sql of [
    'alter table users add age int check (age > 0), add seen boolean not null default false',
    'create table made_up (id int primary key, user_id uuid not null references users)',
    'create index on users (nom)',
    `${check} ('queued', 'sent', 'failed', 'cancelled', 'burnt'))`,
  ])
    assert.deepEqual(await taken(sql), [], sql)
})

test('a migration that says “expand” takes nothing away from older programs', async () => {
  for (const { number, name: words, needs } of readMigrations().slice(BASELINE)) {
    const was = await schemaOf(client)
    await migrate(ownerOf(name), [], number)
    const taken = unexcused(takenAway(was, await schemaOf(client)))
    if (needs > 0) continue
    assert.deepEqual(
      taken,
      [],
      `Migration ${number} (${words}) says “expand”: say “contract: needs N”, or do it in two steps (CONTRIBUTING.md, “A migration”)`,
    )
  }
})
