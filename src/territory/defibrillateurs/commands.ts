import { withDatabase } from '../../foundation/command-line.ts'
import { type CommandInput, progressCounter, say } from '../../kernel/commands/command.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { textOf } from './explanations.ts'
import { loadFile } from './sync/load-file.ts'
import type { Refused, RowRefusal } from './sync/stage-rows.ts'
import type { SyncResult } from './sync/sync.ts'

export const load = ({ config, queues, words: [file = ''], values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db }) => {
    const progress = progressCounter('rows')
    const outcome = await loadFile(db, file, { force: values.force === true, progress })
      .catch(error => {
        throw error instanceof Problem && error.code === 'run_in_progress'
          ? new Refusal('A sync of defibrillators is queued: wait until it is done.')
          : error
      })
      .finally(() => progress())
    report(outcome, file)
    return outcome.status === 'ok' ? 0 : 1
  })

function report(outcome: SyncResult, file: string): void {
  const { rows, taken, repeated, refused } = outcome.taken
  if (outcome.status === 'ok') {
    const { created, updated, returned, withdrawn, unchanged } = outcome.figures
    say(
      `Defibrillateurs: ${taken} of ${rows} rows taken: ${created} created, ${updated} updated, ${unchanged} unchanged.`,
    )
    if (returned > 0) say(`${returned} are back in the register.`)
    if (withdrawn > 0) say(`${withdrawn} are no longer in the register: they stay here, as withdrawn.`)
  } else
    say(
      `${file} was held: ${textOf(outcome.explanation, 'en').replace('sync again with force', 'load it with --force')}`,
    )
  if (repeated > 0) say(`${repeated} rows name a device again: the one edited last was taken.`)
  sayRefused(refused)
}

const REASONS: Readonly<Record<RowRefusal, string>> = {
  gid: 'no c_gid',
  columns: 'more or fewer columns than the first line',
}

function sayRefused(refused: Refused): void {
  for (const [reason, { count, lines }] of refused)
    say(
      `Refused, ${REASONS[reason]}: ${count} (line ${lines.join(', ')}${count > lines.length ? ', …' : ''}).`,
    )
}
