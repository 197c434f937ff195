import { about, Data, Day, Id, Nullable, named, Obj } from '../../../shared/shapes.ts'
import { sql } from '../../kernel/db/db.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { write } from '../../kernel/routes/action.ts'

/** Since when a commune has been a part of another one: people tell, since the national list does not. */

const Merger = named('CommuneMerger', Obj({ merged_le: about('Null: unknown', Nullable(Day)) }), {
  merged_le: '2025-01-01',
})

export const update = write({
  summary: 'Tell since when a merged commune has been a part of its successor',
  description: 'The page that old links lead to says it.',
  params: Obj({ id: Id }),
  body: Merger,
  reply: Data(Merger),
  errors: ['not_found'],
  async run({ tx, params: { id }, body: { merged_le }, audit }) {
    const before = found(
      await tx.one<{ merged_le: string | null }>(sql`
        select merged_le from communes where id = ${id} and successor_id is not null for update`),
    )
    await tx.run(sql`update communes set merged_le = ${merged_le} where id = ${id}`)
    audit.record({ id, before, after: { merged_le } })
    return { data: { merged_le } }
  },
})
