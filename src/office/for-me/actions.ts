import type { Static } from 'typebox'
import { namesOf } from '../../../shared/fields/field.ts'
import { about, Data, Id, List, Nullable, named, Obj, Text, Timestamp, Word } from '../../../shared/shapes.ts'
import { type Db, join, type Sql, sql, where } from '../../kernel/db/db.ts'
import { PersonInBrief } from '../../people/access/in-brief.ts'
import { areasOf, type Caller, territoryOf } from '../../people/access/permissions.ts'
import { acteurInTerritory, inTerritory, itemInside, meetsTerritory } from '../../people/access/territory.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { assignedTo } from '../../people/teamwork/assignments.ts'
import { AREA_OF, type Shared } from '../../people/teamwork/colleagues.ts'
import { assignedAppeals, nameAppeals } from '../../publishing/appeals/queries.ts'
import { describe } from '../pick/described.ts'

/** What waits for the caller: open records assigned to them, and notes that mention them. */

const MOST = 50
const EXCERPT = 200

const kind = Word(['publications', 'acteurs', 'claims', 'threads', 'users'], {
  publications: 'a publication',
  acteurs: 'an acteur',
  claims: 'a claim',
  threads: 'a conversation',
  users: 'a person',
})
const nom = about('The name of the record', Nullable(Text(300)))
const Assigned = named(
  'AssignedRecord',
  Obj({
    kind: Word(['publications', 'claims', 'threads', 'appeals'], {
      publications: 'a publication',
      claims: 'a claim',
      threads: 'a conversation',
      appeals: 'an appeal',
    }),
    id: Id,
    nom,
    since: about('Since when it waits', Timestamp),
  }),
)
const Mention = named(
  'NoteMention',
  Obj({
    id: Id,
    kind,
    record_id: about('The record that the note is about', Id),
    nom,
    author: Nullable(PersonInBrief),
    excerpt: about('The beginning of the note', Text(EXCERPT, 0)),
    created_at: Timestamp,
  }),
)
const ForMe = named(
  'ForMe',
  Obj({
    assigned: about('Open records assigned to the caller, oldest first', List(Assigned, MOST)),
    mentions: about('Notes that mention the caller, newest first, until ticked off', List(Mention, MOST)),
  }),
)

export const forMe = signedIn.read({
  summary:
    'What waits for the caller: open records assigned to them, and notes that mention them; 50 of each',
  reply: Data(ForMe),
  async run({ db, caller }) {
    const [assigned, mentions] = await Promise.all([assignedRecords(db, caller), openMentions(db, caller)])
    return {
      data: {
        assigned: await withNames(db, assigned, ({ id }) => id),
        mentions: await withNames(db, mentions, ({ record_id }) => record_id),
      },
    }
  },
})

/** Open records assigned to the caller, in the areas that they still have. */
async function assignedRecords(db: Db, caller: Caller): Promise<Omit<Static<typeof Assigned>, 'nom'>[]> {
  const areas: readonly string[] = areasOf(caller.roles)
  const parts = OPEN.filter(({ area }) => areas.includes(area)).map(({ select }) => select(caller))
  if (parts.length === 0) return []
  return await db.all(sql`
    select kind, id, since from (${join(parts, ' union all ')}) mine order by since, id limit ${MOST}`)
}

const OPEN = [
  {
    area: 'moderation',
    select: (caller: Caller): Sql => sql`
      select 'publications' as kind, p.id,
        case when p.moderation_status = 'pending' then greatest(p.edited_at, p.moderated_at) else p.created_at end as since
      from publications p ${where([
        sql`p.id in (${assignedTo('publications', caller.id)})`,
        sql`p.deleted_at is null and (p.moderation_status = 'pending' or p.reports_count > 0)`,
        ...meetsTerritory(sql`p.commune_ids`, territoryOf(caller, 'moderation')),
      ])}`,
  },
  {
    area: 'claims',
    select: (caller: Caller): Sql => sql`
      select 'claims' as kind, c.id, c.created_at as since
      from claims c ${where([
        sql`c.id in (${assignedTo('claims', caller.id)}) and c.status = 'pending'`,
        ...acteurInTerritory(sql`c.acteur_id`, territoryOf(caller, 'claims')),
      ])}`,
  },
  {
    area: 'support',
    select: (caller: Caller): Sql => sql`
      select 'threads' as kind, t.id, t.last_message_at as since
      from support_threads t ${where([
        sql`t.assignee_id = ${caller.id} and t.status = 'open' and t.merged_into is null`,
        ...inTerritory(sql`t.commune_id`, territoryOf(caller, 'support')),
      ])}`,
  },
  { area: 'dashboard', select: assignedAppeals },
] as const

type MentionRow = Omit<Static<typeof Mention>, 'nom'>

/** A mention of a record that the caller no longer reads is left out, before the newest are taken. */
async function openMentions(db: Db, caller: Caller): Promise<MentionRow[]> {
  const areas: readonly string[] = areasOf(caller.roles)
  const readable = namesOf(AREA_OF)
    .filter(kind => areas.includes(AREA_OF[kind]))
    .flatMap(kind => {
      const territory = territoryOf(caller, AREA_OF[kind])
      const inside = itemInside(kind, sql`mine.record_id`, { id: caller.id, territory })
      return inside ? [sql`mine.kind = ${kind} and ${inside}`] : []
    })
  if (readable.length === 0) return []
  return await db.all<MentionRow>(sql`
    select * from (select m.id, m.created_at, left(coalesce(n.body, s.body), ${EXCERPT}::int) as excerpt,
      case when s.id is not null then 'threads' when n.publication_id is not null then 'publications'
           when n.claim_id is not null then 'claims' when n.acteur_id is not null then 'acteurs' else 'users' end as kind,
      coalesce(s.thread_id, n.publication_id, n.claim_id, n.acteur_id, n.user_id) as record_id,
      (select jsonb_build_object('id', u.id, 'nom', u.nom) from users u
       where u.id = coalesce(n.author_user_id, s.author_user_id)) as author
    from note_mentions m left join notes n on n.id = m.note_id left join support_notes s on s.id = m.support_note_id
    where m.user_id = ${caller.id} and m.done_at is null) mine
    where (${join(readable, ') or (')}) order by mine.id desc limit ${MOST}`)
}

async function withNames<Row extends { readonly kind: Shared | 'appeals' }>(
  db: Db,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Promise<(Row & { nom: string | null })[]> {
  const names = new Map<string, string | null>()
  for (const [kind, all] of Map.groupBy(rows, row => row.kind)) {
    const ids = [...new Set(all.map(idOf))]
    const named = kind === 'appeals' ? await nameAppeals(db, ids) : await describe(db, kind, ids)
    for (const { id, nom } of named) names.set(id, nom)
  }
  return rows.map(row => ({ ...row, nom: names.get(idOf(row)) ?? null }))
}
