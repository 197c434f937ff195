import { namesOf } from '../../shared/fields/field.ts'
import { MODERATION_REASONS } from '../../shared/words/moderation.ts'
import { copyLine } from '../../src/kernel/db/copy.ts'
import { Chance } from './chance.ts'
import type { Reported } from './rows.ts'

/** Random streams below those of the town, one per batch. */
const FIRST_STREAM = -10

export const REPORT_COLUMNS = [
  'id',
  'publication_id',
  'reason',
  'message',
  'language',
  'reporter',
  'created_at',
  'closed_at',
  'outcome',
]

/** The open ones that the rows of a batch count, and as many that were decided. */
export function* reportsOf(reported: readonly Reported[], seed: number, batch: number): Generator<string> {
  const chance = new Chance(seed, FIRST_STREAM - batch)
  for (const { publication, open, created } of reported) {
    for (let number = 0; number < 2 * open; number++) {
      const at = created + chance.below(86_400_000)
      const closed = number < open ? null : new Date(at + 3_600_000).toISOString()
      yield copyLine([
        chance.uuid(at),
        publication,
        chance.pick(namesOf(MODERATION_REASONS)),
        'À revoir.',
        'fr',
        chance.uuid(at),
        ...[new Date(at).toISOString(), closed, closed && chance.pick(['kept', 'removed'])],
      ])
    }
  }
}
