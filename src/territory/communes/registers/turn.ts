import { sql, type Tx } from '../../../kernel/db/db.ts'
import { awaitTurn } from '../../../kernel/db/turn.ts'

/** National registers are loaded one after the other: they write the same communes, for longer than the lock timeout. */
export const awaitRegisterTurn = (tx: Tx): Promise<void> =>
  awaitTurn(
    async () =>
      (
        await tx.one<{ mine: boolean }>(
          sql`select pg_try_advisory_xact_lock(hashtextextended('national registers', 0)) as mine`,
        )
      )?.mine === true,
    'another load of a national register',
  )
