import type { Static } from 'typebox'
import { about, Data, Id, Nullable, named, Obj, Text, Timestamp, WordOf } from '../../../../shared/shapes.ts'
import { Type } from '../../../../shared/type.ts'
import { SYNC_TRIGGERS } from '../../../../shared/words/defibrillateurs.ts'
import { countRows, type Db, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { cursorCondition, newestFirst, orderAndLimit } from '../../../kernel/lists/orders.ts'
import { type Page, Paged, paged, pageOf, pageQuery } from '../../../kernel/lists/paging.ts'
import { found, type Language } from '../../../kernel/refusals/errors.ts'
import { explanationShape, type Params } from '../../../kernel/refusals/explanations.ts'
import { read } from '../../../kernel/routes/action.ts'
import { CommuneInBrief, PersonInBrief } from '../../../people/access/in-brief.ts'
import { nameAmongColleagues } from '../../../people/users/queries.ts'
import { type SyncExplanation, textOf } from '../explanations.ts'
import { SyncStatus } from '../shapes.ts'

/** The history of syncs, national and of one commune. */

const Count = Type.Integer({ minimum: 0 })
const Explained = explanationShape(
  'SyncExplanation',
  about('A code for programs, the same in both languages', Text(50)),
  Type.Unsafe<Params>({
    ...Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    description: 'The figures in the message',
  }),
)
const Sync = named(
  'DefibrillateurSync',
  Obj({
    id: Id,
    commune: Nullable({ ...CommuneInBrief, description: 'Null for a sync of the whole register' }),
    status: SyncStatus,
    trigger: named('SyncTrigger', WordOf(SYNC_TRIGGERS)),
    requested_by: Nullable(PersonInBrief),
    forced: about('Whether it was run with `force`, without the limit of withdrawals', Type.Boolean()),
    progress: about('Rows read so far', Count),
    expected: about('Rows of the last completed sync, to compare `progress` with', Nullable(Count)),
    counts: Nullable({
      ...Type.Record(Type.String(), Type.Unknown()),
      description:
        'Counts of rows by outcome: `rows`, `taken`, `created`, `updated`, `returned`, `withdrawn`, `unchanged`, `repeated`, `refused`; `not_modified` if the register had not changed',
    }),
    would_withdraw: about('Of a held sync: the number of devices it would withdraw', Nullable(Count)),
    known: about('Of a held sync: the number of known devices', Nullable(Count)),
    message: Nullable({ ...Explained, description: 'Why it failed or is held' }),
    created_at: Timestamp,
    started_at: Nullable(Timestamp),
    finished_at: Nullable(Timestamp),
  }),
)
type Sync = Static<typeof Sync>
type Row = Omit<Sync, 'would_withdraw' | 'known' | 'message'> & {
  readonly explanation: SyncExplanation | null
}

const list = {
  query: Obj(pageQuery),
  reply: Paged(Sync),
  errors: ['page_too_deep'],
} as const

export const national = read({
  ...list,
  summary: 'Syncs with the national register, newest first: progress, figures, why one failed or is held',
  run: ({ db, query, language }) => listed(db, sql`s.commune_id is null`, query, language),
})

export const ofCommune = read({
  ...list,
  summary: 'Syncs of one commune with the national register, newest first',
  params: Obj({ id: Id }),
  async run({ db, params, query, language }) {
    found(await db.one(sql`select from communes where id = ${params.id}`))
    return await listed(db, sql`s.commune_id = ${params.id}`, query, language)
  },
})

export const byId = read({
  summary: 'One sync, national or of a commune',
  params: Obj({ id: Id }),
  reply: Data(Sync),
  async run({ db, params, language }) {
    const [row] = await rows(db, where([sql`s.id = ${params.id}`]))
    return { data: shown(found(row), language) }
  },
})

const NEWEST = newestFirst(sql`s.id`)

async function listed(db: Db, scope: Sql, query: Static<typeof list.query>, language: Language) {
  const page: Page<typeof NEWEST> = pageOf(query, NEWEST)
  const counted = countRows(db, sql`defibrillateur_syncs s where ${scope}`)
  const asked = rows(db, sql`${where([scope, ...cursorCondition(page)])} ${orderAndLimit(page)}`)
  return await paged(page, asked, counted, row => shown(row, language))
}

const rows = (db: Db, part: Sql) =>
  db.all<Row>(sql`
    select s.id, s.status, s.trigger, s.forced, s.progress, s.counts, s.said as explanation, s.created_at, s.started_at,
      s.finished_at,
      case when c.id is not null
        then jsonb_build_object('id', c.id, 'nom', c.nom, 'departement', c.departement) end as commune,
      case when u.id is not null then jsonb_build_object('id', u.id, 'nom', ${nameAmongColleagues(sql`u`)}) end as requested_by,
      (select done.progress from defibrillateur_syncs done
       where done.commune_id is not distinct from s.commune_id and done.status = 'ok' and done.id < s.id
         and done.progress > 0 order by done.id desc limit 1) as expected
    from defibrillateur_syncs s left join communes c on c.id = s.commune_id left join users u on u.id = s.requested_by
    ${part}`)

function shown({ explanation, ...row }: Row, language: Language): Sync {
  const { gone, known } = explanation?.code === 'held' ? explanation.params : {}
  return {
    ...row,
    would_withdraw: typeof gone === 'number' ? gone : null,
    known: typeof known === 'number' ? known : null,
    message: explanation && { ...explanation, message: textOf(explanation, language) },
  }
}
