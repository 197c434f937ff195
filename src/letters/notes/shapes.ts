import type { Static } from 'typebox'
import { about, Id, List, Nullable, named, Obj, Optional, Text, Timestamp } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Sql, sql } from '../../kernel/db/db.ts'
import { PersonInBrief, personInBrief } from '../../people/access/in-brief.ts'

/** Notes of colleagues, about whatever record. */

const MOST_MENTIONED = 10
const Mentions = about('The colleagues it mentions', { ...List(PersonInBrief), 'x-extension': true })

/** The fields of every note. */
export const noteFields = {
  id: Id,
  author: Nullable(PersonInBrief),
  body: Text(5_000),
  mentions: Mentions,
  created_at: Timestamp,
}
export const newNoteFields = {
  body: Text(5_000),
  mentions: Optional(
    about('Colleagues who get a mail about it; each must be able to read the record', {
      ...Type.Array(Id, { maxItems: MOST_MENTIONED, uniqueItems: true }),
      'x-extension': true,
    }),
  ),
}

export const Note = named('ColleagueNote', Obj(noteFields))
export type Note = Static<typeof Note>
export const NewNote = named('NewColleagueNote', Obj(newNoteFields), {
  body: 'Le président a changé : appeler le nouveau avant de valider.',
})
export type NewNote = Static<typeof NewNote>

/** The columns of note `n`; `mentioned` is the column of `note_mentions` that refers to it. */
export const noteColumns = (mentioned: Sql): Sql => sql`n.id, n.body, n.created_at,
  ${personInBrief(sql`n.author_user_id`)} as author,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'nom', u.nom) order by lower(u.nom), u.id), '[]')
   from note_mentions m join users u on u.id = m.user_id where m.${mentioned} = n.id) as mentions`
