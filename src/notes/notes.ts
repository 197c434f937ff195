import type { Static } from 'typebox'
import { Data, Id, Nullable, named, Obj, Text, Timestamp } from '../../shared/shapes.ts'
import { signedIn } from '../access/visitors.ts'
import type { Trail } from '../kernel/audit.ts'
import { type Db, type Sql, sql, type Tx, where } from '../kernel/db/db.ts'
import { found, Problem } from '../kernel/errors.ts'
import { cursorCondition, newestFirst, orderAndLimit } from '../kernel/lists/orders.ts'
import { Paged, paged, pageOf, pageQuery } from '../kernel/lists/paging.ts'
import { olderThan } from '../kernel/retention.ts'
import { read } from '../kernel/routes/action.ts'
import { retention } from '../retention.ts'
import { PersonInBrief } from '../users/shapes.ts'

/** Internal notes about an acteur or a user: shown in the back-office only, never sent. */

const Note = named(
  'ColleagueNote',
  Obj({ id: Id, author: Nullable(PersonInBrief), body: Text(5_000), created_at: Timestamp }),
)
type Note = Static<typeof Note>
const NewNote = named('NewColleagueNote', Obj({ body: Text(5_000) }), {
  body: 'Le président a changé : appeler le nouveau avant de valider.',
})
const PageQuery = Obj(pageQuery)

/** The subject of a note. */
interface Subject {
  readonly column: Sql
  /** Whether note `n` is shown with this subject. */
  readonly shownWith: (id: string) => Sql
  readonly exists: (id: string) => Sql
}

/** Notes of a merged acteur are shown with the remaining one, and return when the merge is undone. */
const ACTEUR: Subject = {
  column: sql`acteur_id`,
  shownWith: id => sql`n.acteur_id in (
    with recursive one (id) as (
      select ${id}::uuid union select a.id from acteurs a join one on a.merged_into = one.id)
    select id from one)`,
  exists: id => sql`select from acteurs where id = ${id}`,
}
const PERSON: Subject = {
  column: sql`user_id`,
  shownWith: id => sql`n.user_id = ${id}`,
  exists: id => sql`select from users where id = ${id}`,
}

const summaries = {
  list: 'Colleagues’ notes, newest first',
  add: 'Add a note, visible to colleagues only',
  remove: 'Delete an own note',
}
const listShape = { query: PageQuery, reply: Paged(Note), errors: ['page_too_deep'] } as const

export const ofActeur = read({
  summary: summaries.list,
  params: Obj({ id: Id }),
  ...listShape,
  run: ({ db, params, query }) => listed(db, ACTEUR, params.id, query),
})

export const ofPerson = read({
  summary: summaries.list,
  params: Obj({ userId: Id }),
  ...listShape,
  run: ({ db, params, query }) => listed(db, PERSON, params.userId, query),
})

export const addToActeur = signedIn.write({
  summary: summaries.add,
  params: Obj({ id: Id }),
  body: NewNote,
  reply: Data(Note),
  run: context => added(context, ACTEUR, context.params.id),
})

export const addToPerson = signedIn.write({
  summary: summaries.add,
  params: Obj({ userId: Id }),
  body: NewNote,
  reply: Data(Note),
  run: context => added(context, PERSON, context.params.userId),
})

export const removeFromActeur = signedIn.write({
  summary: summaries.remove,
  params: Obj({ id: Id, noteId: Id }),
  reply: Data(Note),
  errors: ['forbidden'],
  run: context => removed(context, ACTEUR, context.params.id, context.params.noteId),
})

export const removeFromPerson = signedIn.write({
  summary: summaries.remove,
  params: Obj({ userId: Id, noteId: Id }),
  reply: Data(Note),
  errors: ['forbidden'],
  run: context => removed(context, PERSON, context.params.userId, context.params.noteId),
})

/** Deletes notes past their retention, so that nobody is judged for good by an old note. */
export const forgetOldNotes = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from notes where ${olderThan(retention.notes.kept, sql`created_at`)}`)

////////////////////////////////////////////////////////////////////////////// of either

const NEWEST = newestFirst(sql`n.id`)
const NOTE = sql`n.id, n.body, n.created_at,
  (select jsonb_build_object('id', u.id, 'nom', u.nom) from users u where u.id = n.author_user_id) as author`

async function listed(db: Db, { shownWith, exists }: Subject, id: string, query: Static<typeof PageQuery>) {
  const page = pageOf(query, NEWEST)
  found(await db.one(exists(id)))
  const notes = db.all<Note>(sql`
    select ${NOTE} from notes n ${where([shownWith(id), ...cursorCondition(page)])} ${orderAndLimit(page)}`)
  const total = db.one<{ n: number }>(sql`select count(*) as n from notes n where ${shownWith(id)}`)
  return await paged(
    page,
    notes,
    total.then(row => row?.n ?? 0),
  )
}

interface Writing {
  readonly tx: Tx
  readonly audit: Trail
  readonly caller: { readonly id: string }
}

/** The audit trail records who noted something, never the text: the trail is never erased. */
async function added(
  { tx, audit, caller, body }: Writing & { readonly body: Static<typeof NewNote> },
  { column, exists }: Subject,
  id: string,
) {
  found(await tx.one(sql`${exists(id)} for key share`))
  const note = found(
    await tx.one<Note>(sql`
      with n as (
        insert into notes (${column}, author_user_id, body) values (${id}, ${caller.id}, ${body.body}) returning *)
      select ${NOTE} from n`),
  )
  audit.record({ id, after: { note_id: note.id } })
  return { data: note }
}

async function removed({ tx, audit, caller }: Writing, { shownWith }: Subject, id: string, noteId: string) {
  const note = found(
    await tx.one<Note>(
      sql`select ${NOTE} from notes n where n.id = ${noteId} and ${shownWith(id)} for update`,
    ),
  )
  if (note.author?.id !== caller.id) throw new Problem('forbidden')
  await tx.run(sql`delete from notes where id = ${note.id}`)
  audit.record({ id, before: { note_id: note.id }, after: { note_id: null } })
  return { data: note }
}
