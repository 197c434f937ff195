import type { Static } from 'typebox'
import { Data, Id, Nullable, named, Obj } from '../../../shared/shapes.ts'
import { sql } from '../../kernel/db/db.ts'
import { oldestFirst, readPage } from '../../kernel/lists/orders.ts'
import { Paged, pageOf, pageQuery } from '../../kernel/lists/paging.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { read } from '../../kernel/routes/action.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { mention, withdrawMentions } from '../notes/mentions.ts'
import { newNoteFields, noteColumns, noteFields } from '../notes/shapes.ts'
import { findThread, lockOwnThread } from './queries.ts'

/** Internal notes about a thread, never sent to anybody. */

const Note = named('ThreadNote', Obj({ ...noteFields, merged_from: Nullable(Id) }))
type Note = Static<typeof Note>
const NewNote = named('NewThreadNote', Obj(newNoteFields), {
  body: 'Rappeler la voirie avant de répondre.',
})

const OLDEST_FIRST = oldestFirst(sql`n.id`)

const MENTIONED = sql`support_note_id`
const NOTE = sql`${noteColumns(MENTIONED)}, n.merged_from`

const byId = Obj({ id: Id })

export const list = read({
  summary: 'Internal notes of colleagues, oldest first',
  params: byId,
  query: Obj(pageQuery),
  reply: Paged(Note),
  errors: ['page_too_deep'],
  async run({ db, params: { id }, query }) {
    const page = pageOf(query, OLDEST_FIRST)
    found(await findThread(db, id))
    const conditions = [sql`n.thread_id = ${id}`]
    return await readPage<Note>(db, page, { columns: NOTE, from: sql`support_notes n`, conditions })
  },
})

export const add = signedIn.write({
  summary: 'Add an internal note, which only colleagues see',
  params: byId,
  body: NewNote,
  reply: Data(Note),
  errors: ['thread_merged'],
  async run(context) {
    const { tx, params, body, caller } = context
    const { id } = await lockOwnThread(tx, params.id)
    const note = found(
      await tx.one<{ id: string }>(sql`
        insert into support_notes (thread_id, author_user_id, body)
        values (${id}, ${caller.id}, ${body.body}) returning id`),
    )
    const noted = { kind: 'threads', recordId: id, column: MENTIONED, noteId: note.id } as const
    await mention(context, noted, body.mentions)
    const data = await tx.one<Note>(sql`select ${NOTE} from support_notes n where n.id = ${note.id}`)
    return { data: found(data) }
  },
})

export const remove = signedIn.write({
  summary: 'Delete one of the caller’s own notes',
  params: Obj({ id: Id, noteId: Id }),
  reply: Data(Note),
  errors: ['forbidden'],
  async run({ tx, params, caller }) {
    const note = found(
      await tx.one<Note>(sql`
        select ${NOTE} from support_notes n where n.id = ${params.noteId} and n.thread_id = ${params.id} for update`),
    )
    if (note.author?.id !== caller.id) throw new Problem('forbidden')
    await withdrawMentions(tx, MENTIONED, note.id)
    await tx.run(sql`delete from support_notes where id = ${note.id}`)
    return { data: note }
  },
})
