import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { tableState } from '../../../../test/table-state.ts'

const app = await startApp()
const moderator = await app.user(['operator_moderation'])
const office = app.as(moderator)
const author = await app.user()
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
await make.member(app, acteur, author)
const pending = (fields: object = {}) =>
  make.publication(app, acteur, commune, {
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
    created_by: author.id,
    ...fields,
  })
const many = (count: number, fields?: object) => make.several(count, () => pending(fields))
const mails = async () =>
  (await app.owner.query('select template, recipient_email, subject, text from mails order by place')).rows

test('a decision is saved and traced with its moderator, and names the operation that undoes it', async () => {
  const id = await pending()
  const { status, body, headers } = await office.patch(`/admin/publications/${id}/moderate`, {
    moderation_status: 'published',
  })
  assert.equal(status, 200)
  assert.deepEqual(
    [body.data.moderation_status, body.data.status, body.data.valide, body.data.version],
    ['published', 'published', true, 2],
  )
  assert.equal(body.data.moderated_by, moderator.id)
  assert.match(body.meta.operation_id, /^[0-9a-f-]{36}$/)
  const [entry, ...others] = await make.auditOf(app, id)
  assert.equal(others.length, 0)
  assert.deepEqual([entry.action, entry.request_id], ['publication.moderated', headers.get('x-request-id')])
  assert.deepEqual(
    [entry.before.moderation_status, entry.after.moderation_status, entry.after.moderation_by],
    ['pending', 'published', 'backoffice'],
  )
})

test('a rejection mails its reason to the author; approvals and decisions about own publications send nothing', async () => {
  await app.owner.query('delete from mails')
  const id = await pending({ title: 'Vente de chatons' })
  const body = { moderation_status: 'rejected', reason: 'Annonce commerciale.', reason_code: 'spam' }
  const { body: answer } = await office.patch(`/admin/publications/${id}/moderate`, body)
  assert.deepEqual(
    [answer.data.moderation_reason, answer.data.moderation_reason_code],
    ['Annonce commerciale.', 'spam'],
  )
  const [mail, ...others] = await mails()
  assert.deepEqual(
    [mail.template, mail.recipient_email, others.length],
    ['publication-rejected', author.email, 0],
  )
  for (const said of ['> Vente de chatons', '> Annonce commerciale.', 'publicité ou contenu indésirable'])
    assert.ok(mail.text.includes(said), said)
  await office.patch(`/admin/publications/${id}/moderate`, body)
  await office.patch(`/admin/publications/${await pending()}/moderate`, { moderation_status: 'published' })
  const own = await pending({ created_by: moderator.id })
  await office.patch(`/admin/publications/${own}/moderate`, body)
  assert.equal((await mails()).length, 1)
})

test('a bulk of five hundred lists changed, unchanged and unknown publications', async () => {
  const fresh = await many(30)
  const already = await make.publication(app, acteur, commune, { moderation_by: 'backoffice' })
  const deleted = await pending({ deleted_at: new Date() })
  const unknown = '00000000-0000-7000-8000-000000000000'
  const ids = [fresh[0]?.toUpperCase(), ...fresh.slice(1), already, deleted, unknown]
  const { status, body } = await office.patch('/admin/publications/bulk/moderate', {
    ids,
    moderation_status: 'published',
  })
  assert.equal(status, 200)
  assert.deepEqual([...body.data.updated].sort(), [...fresh].sort())
  assert.deepEqual(body.data.unchanged, [already])
  assert.deepEqual(
    body.data.failed.map(({ id, error, message }: Record<string, string>) => [id, error, message]),
    [
      [deleted, 'not_found', 'Introuvable.'],
      [unknown, 'not_found', 'Introuvable.'],
    ],
  )
  for (const id of fresh) assert.equal((await make.auditOf(app, id)).length, 1)
  assert.equal((await make.auditOf(app, already)).length, 0)
  for (const wrong of [[], Array.from({ length: 501 }, () => crypto.randomUUID()), [already, already], ['x']])
    assert.equal(
      (await office.patch('/admin/publications/bulk/moderate', { ids: wrong, moderation_status: 'pending' }))
        .status,
      422,
    )
})

test('confirming a member’s publication makes the decision the back-office’s', async () => {
  const id = await make.publication(app, acteur, commune)
  const confirm = async () => {
    const { body } = await office.patch('/admin/publications/bulk/moderate', {
      ids: [id],
      moderation_status: 'published',
    })
    return [body.data.updated.length, body.data.unchanged.length]
  }
  assert.deepEqual(
    [await confirm(), await confirm()],
    [
      [1, 0],
      [0, 1],
    ],
  )
  const [entry, ...others] = await make.auditOf(app, id)
  assert.deepEqual(
    [entry.before, entry.after, others.length],
    [{ moderation_by: 'member' }, { moderation_by: 'backoffice' }, 0],
  )
})

test('twenty moderators deciding about the same hundred publications: no deadlock, one trace for each change', async () => {
  const ids = await many(100)
  const shuffled = () => ids.toSorted(() => Math.random() - 0.5)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      office.patch('/admin/publications/bulk/moderate', {
        ids: shuffled(),
        moderation_status: at % 2 === 0 ? 'published' : 'rejected',
      }),
    ),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const changes = answers.flatMap(({ body }) => body.data.updated).length
  const { rows } = await app.owner.query(
    `select count(*)::int as n from audit_log where action = 'publication.moderated' and entity_id = any($1)`,
    [ids],
  )
  assert.equal(rows[0].n, changes)
  const state = await app.owner.query(
    `select count(distinct moderation_status)::int as statuses, min(version) as least from publications where id = any($1)`,
    [ids],
  )
  assert.equal(state.rows[0].statuses, 1)
})

test('on two nodes at once, every decision starts from the state that the previous one left', async () => {
  const ids = await many(30)
  const node = (await app.beside()).as(moderator)
  const statuses = ['published', 'rejected', 'pending', 'approved']
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      (at % 2 === 0 ? office : node).patch('/admin/publications/bulk/moderate', {
        ids: ids.toSorted(() => Math.random() - 0.5),
        moderation_status: statuses[at % 4],
      }),
    ),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  for (const id of ids) {
    let standing = 'pending'
    for (const { before, after } of await make.auditOf(app, id)) {
      if (after.moderation_status === undefined) continue
      assert.equal(before.moderation_status, standing, 'two decisions about the same state: one was lost')
      standing = after.moderation_status
    }
    assert.equal((await make.row(app, id)).moderation_status, standing)
  }
})

test('a decision that fails at its end leaves no change, trace, mail or operation', async () => {
  const ids = await many(3)
  await app.owner.query(`
    create function fail_late() returns trigger language plpgsql as $$ begin raise exception 'late'; end $$;
    create constraint trigger late after insert on audit_log deferrable initially deferred
      for each row execute function fail_late()`)
  const before = await tableState(app.owner)
  const { status } = await office.patch('/admin/publications/bulk/moderate', {
    ids,
    moderation_status: 'rejected',
  })
  assert.equal(status, 500)
  assert.deepEqual(await tableState(app.owner), before)
  await app.owner.query('drop trigger late on audit_log; drop function fail_late')
})

test('approved for a future time a publication is scheduled; other decisions refuse a time', async () => {
  const id = await pending()
  const at = '2030-06-01T08:00:00.000Z'
  const { body } = await office.patch(`/admin/publications/${id}/moderate`, {
    moderation_status: 'approved',
    publie_le: '2030-06-01T10:00:00+02:00',
  })
  assert.deepEqual([body.data.publie_le, body.data.valide], [at, true])
  const published = await office.patch(`/admin/publications/${id}/moderate`, {
    moderation_status: 'published',
  })
  assert.equal(published.body.data.publie_le, at, 'a time that was set is not moved')
  const refused = await office.patch(`/admin/publications/${id}/moderate`, {
    moderation_status: 'published',
    publie_le: at,
  })
  assert.deepEqual([refused.status, refused.body.details[0].path], [422, 'publie_le'])
})

test('valide flips without a body: shown means published, hidden keeps the status', async () => {
  const id = await pending()
  const toggle = async (body?: object) => {
    const { status, body: answer } = await office.patch(`/admin/publications/${id}/valide`, body)
    assert.equal(status, 200)
    return [answer.data.valide, answer.data.moderation_status, answer.data.publie_le !== null]
  }
  assert.deepEqual(await toggle(), [true, 'published', true])
  const { publie_le } = await make.row(app, id)
  assert.deepEqual(await toggle(), [false, 'published', true])
  assert.deepEqual(await toggle({}), [true, 'published', true])
  assert.deepEqual(await toggle({ valide: true }), [true, 'published', true])
  assert.deepEqual(await toggle({ valide: false }), [false, 'published', true])
  assert.deepEqual((await make.row(app, id)).publie_le, publie_le)
  assert.equal((await make.auditOf(app, id)).length, 4)
})

test('If-Match with a stale version is refused', async () => {
  const id = await pending()
  const decision = (moderation_status: string) =>
    office.patch(
      `/admin/publications/${id}/moderate`,
      { moderation_status },
      { headers: { 'if-match': '"1"' } },
    )
  const answers = await Promise.all(['published', 'rejected', 'approved'].map(decision))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412])
})

test('a feature ends at its time, and a time in the past is refused', async () => {
  const id = await make.publication(app, acteur, commune)
  const feature = (body: object) => office.patch(`/admin/publications/${id}/feature`, body)
  const until = '2030-01-01T00:00:00.000Z'
  const on = await feature({ en_avant: true, featured_until: until })
  assert.deepEqual([on.body.data.en_avant, on.body.data.featured_until], [true, until])
  const off = await feature({ en_avant: false, featured_until: until })
  assert.deepEqual([off.body.data.en_avant, off.body.data.featured_until], [false, null])
  const late = await feature({ en_avant: true, featured_until: '2020-01-01T00:00:00Z' })
  assert.deepEqual([late.status, late.body.details[0].path], [422, 'featured_until'])
  assert.equal((await feature({})).status, 422)
  assert.equal((await make.auditOf(app, id)).length, 2)
})

test('restoring a deleted publication brings back its state, with one trace', async () => {
  const id = await make.publication(app, acteur, commune, { epingle: true, en_avant: true })
  const before = await make.row(app, id)
  for (const _ of [1, 2]) {
    const { status, body } = await office.delete(`/admin/publications/${id}`)
    assert.equal(status, 200)
    assert.notEqual(body.data.deleted_at, null)
  }
  assert.equal((await app.anyone.get(`/publications/${id}`)).status, 404)
  assert.equal((await office.get(`/admin/publications/${id}`)).body.data.id, id)
  for (const _ of [1, 2]) assert.equal((await office.patch(`/admin/publications/${id}/restore`)).status, 200)
  const { version, updated_at, ...after } = await make.row(app, id)
  const { version: _, updated_at: __, ...same } = before
  assert.deepEqual(after, same)
  assert.deepEqual(
    (await make.auditOf(app, id)).map(({ action }) => action),
    ['publication.deleted', 'publication.restored'],
  )
  assert.equal(version, 3)
})

for (const path of ['moderate', 'valide', 'feature'])
  test(`${path}: a deleted publication is not found until it is restored`, async () => {
    const id = await pending({ deleted_at: new Date() })
    const body = { moderate: { moderation_status: 'published' }, valide: {}, feature: { en_avant: true } }[
      path
    ]
    assert.equal((await office.patch(`/admin/publications/${id}/${path}`, body)).status, 404)
  })

test('a decision whose first statement meets a conflict of transactions is tried again, although others left with it', async () => {
  const id = await pending()
  await app.owner.query(`
    create sequence conflicts;
    grant usage on sequence conflicts to public;
    create function conflict_once() returns trigger language plpgsql as $$
    begin
      if nextval('conflicts') = 1 then raise exception using errcode = '40001'; end if;
      return new;
    end $$;
    create trigger conflict_once before insert on moderation_operation_items for each row execute function conflict_once()`)
  try {
    const { status, body } = await office.patch(`/admin/publications/${id}/moderate`, {
      moderation_status: 'published',
    })
    assert.deepEqual([status, body.data?.version], [200, 2])
    const { rows } = await app.owner.query('select last_value::int as tried from conflicts')
    assert.deepEqual(rows, [{ tried: 2 }])
    assert.equal((await make.auditOf(app, id)).length, 1)
  } finally {
    await app.owner.query('drop function conflict_once cascade; drop sequence conflicts')
  }
})
