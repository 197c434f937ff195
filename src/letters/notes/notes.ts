import type { Static } from 'typebox'
import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { retention } from '../../foundation/retention.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { newestFirst, readPage } from '../../kernel/lists/orders.ts'
import { Paged, pageOf, pageQuery } from '../../kernel/lists/paging.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { read, type WriteContext } from '../../kernel/routes/action.ts'
import { type SignedIn, signedIn } from '../../people/access/visitors.ts'
import type { Shared } from '../../people/teamwork/colleagues.ts'
import { mention, withdrawMentions } from './mentions.ts'
import { NewNote, Note, noteColumns } from './shapes.ts'

/** Internal notes about an acteur, a person, a publication or a claim: shown in the back-office only, never sent. */

const PageQuery = Obj(pageQuery)

/** The subject of a note. */
interface Subject {
  readonly kind: Shared
  readonly column: Sql
  /** Whether note `n` is shown with this subject. */
  readonly shownWith: (id: string) => Sql
  readonly exists: (id: string) => Sql
}

/** Notes of a merged acteur are shown with the remaining one, and return when the merge is undone. */
const ACTEUR: Subject = {
  kind: 'acteurs',
  column: sql`acteur_id`,
  shownWith: id => sql`n.acteur_id in (
    with recursive one (id) as (
      select ${id}::uuid union select a.id from acteurs a join one on a.merged_into = one.id)
    select id from one)`,
  exists: id => sql`select from acteurs where id = ${id}`,
}
const PERSON: Subject = {
  kind: 'users',
  column: sql`user_id`,
  shownWith: id => sql`n.user_id = ${id}`,
  exists: id => sql`select from users where id = ${id}`,
}
const PUBLICATION: Subject = {
  kind: 'publications',
  column: sql`publication_id`,
  shownWith: id => sql`n.publication_id = ${id}`,
  exists: id => sql`select from publications where id = ${id}`,
}
const CLAIM: Subject = {
  kind: 'claims',
  column: sql`claim_id`,
  shownWith: id => sql`n.claim_id = ${id}`,
  exists: id => sql`select from claims where id = ${id}`,
}

const shapes = {
  list: {
    summary: 'Colleagues’ notes, newest first',
    query: PageQuery,
    reply: Paged(Note),
    errors: ['page_too_deep'],
  },
  add: { summary: 'Add a note, visible to colleagues only', body: NewNote, reply: Data(Note) },
  remove: { summary: 'Delete an own note', reply: Data(Note), errors: ['forbidden'] },
} as const

const notesAbout = (subject: Subject) => ({
  list: read({
    ...shapes.list,
    params: Obj({ id: Id }),
    run: ({ db, params, query }) => listed(db, subject, params.id, query),
  }),
  add: signedIn.write({
    ...shapes.add,
    params: Obj({ id: Id }),
    run: context => added(context, subject, context.params.id),
  }),
  remove: signedIn.write({
    ...shapes.remove,
    params: Obj({ id: Id, noteId: Id }),
    run: context => removed(context, subject, context.params.id, context.params.noteId),
  }),
})

export const ofActeur = notesAbout(ACTEUR)
export const ofPublication = notesAbout(PUBLICATION)
export const ofClaim = notesAbout(CLAIM)
export const ofPerson = {
  list: read({
    ...shapes.list,
    params: Obj({ userId: Id }),
    run: ({ db, params, query }) => listed(db, PERSON, params.userId, query),
  }),
  add: signedIn.write({
    ...shapes.add,
    params: Obj({ userId: Id }),
    run: context => added(context, PERSON, context.params.userId),
  }),
  remove: signedIn.write({
    ...shapes.remove,
    params: Obj({ userId: Id, noteId: Id }),
    run: context => removed(context, PERSON, context.params.userId, context.params.noteId),
  }),
}

/** Deletes notes past their retention, so that nobody is judged for good by an old note. */
export const forgetOldNotes = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from notes where ${olderThan(retention.notes.kept, sql`created_at`)}`)

////////////////////////////////////////////////////////////////////////////// of any

const NEWEST = newestFirst(sql`n.id`)
const MENTIONED = sql`note_id`
const NOTE = noteColumns(MENTIONED)

async function listed(db: Db, { shownWith, exists }: Subject, id: string, query: Static<typeof PageQuery>) {
  const page = pageOf(query, NEWEST)
  found(await db.one(exists(id)))
  return await readPage<Note>(db, page, { columns: NOTE, from: sql`notes n`, conditions: [shownWith(id)] })
}

/** The audit trail records who noted something, never the text: the trail is never erased. */
async function added(
  context: Omit<WriteContext<undefined, undefined, typeof NewNote>, 'params'> & SignedIn,
  { kind, column, exists }: Subject,
  id: string,
) {
  const { tx, audit, caller, body } = context
  found(await tx.one(sql`${exists(id)} for key share`))
  const note = found(
    await tx.one<{ id: string }>(sql`
      insert into notes (${column}, author_user_id, body) values (${id}, ${caller.id}, ${body.body}) returning id`),
  )
  await mention(context, { kind, recordId: id, column: MENTIONED, noteId: note.id }, body.mentions)
  audit.record({ id, after: { note_id: note.id } })
  return { data: found(await findNote(tx, sql`n.id = ${note.id}`)) }
}

async function removed(
  { tx, audit, caller }: Pick<WriteContext<undefined, undefined, undefined>, 'tx' | 'audit'> & SignedIn,
  { shownWith }: Subject,
  id: string,
  noteId: string,
) {
  const note = found(await findNote(tx, sql`n.id = ${noteId} and ${shownWith(id)} for update`))
  if (note.author?.id !== caller.id) throw new Problem('forbidden')
  await withdrawMentions(tx, MENTIONED, note.id)
  await tx.run(sql`delete from notes where id = ${note.id}`)
  audit.record({ id, before: { note_id: note.id }, after: { note_id: null } })
  return { data: note }
}

const findNote = (tx: Tx, condition: Sql) => tx.one<Note>(sql`select ${NOTE} from notes n where ${condition}`)
