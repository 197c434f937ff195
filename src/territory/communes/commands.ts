import { withDatabase } from '../../foundation/command-line.ts'
import { type CommandInput, progressCounter, say } from '../../kernel/commands/command.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Reason } from './registers/elus-register.ts'
import type { CommunesLoaded } from './registers/load.ts'
import { loadDpnt } from './registers/load-dpnt.ts'
import { type ElusLoaded, loadElus, type Refused } from './registers/load-elus.ts'
import { loadInfos } from './registers/load-infos.ts'

/** `loadCommunes` knows what else moves when communes merge. */
export const load = ({ config, queues }: CommandInput, loadCommunes: (tx: Tx) => Promise<CommunesLoaded>) =>
  withDatabase(
    { config, queues },
    async ({ db }) => {
      const { created, updated, unchanged, merged, lost } = await db.transaction(loadCommunes)
      say(`Communes: ${created} created, ${updated} updated, ${unchanged} unchanged.`)
      if (merged > 0) say(`${merged} went up in another commune: what is theirs was moved there.`)
      if (lost.length > 0)
        say(`No longer on the list, and nobody says where they went (left as they are): ${lost.join(', ')}.`)
    },
    { makes: true },
  )

export const elus = ({ config, queues, words: [file = ''], values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db }) => {
    const progress = progressCounter('rows')
    const outcome = await db
      .transaction(tx => loadElus(tx, file, { force: values.force === true, progress }))
      .finally(() => progress())
    report(outcome)
    return outcome.taken === 0 ? 1 : 0
  })

function report({ register, rows, taken, created, updated, removed, kept, refused }: ElusLoaded): void {
  say(
    `Elus (${register}): ${taken} of ${rows} rows taken: ${created} created, ${updated} updated, ${removed} removed.`,
  )
  if (kept > 0) say(`${kept} were edited or taken out here and left alone.`)
  sayRefused(refused)
}

const REASONS: Readonly<Record<Reason, string>> = {
  columns: 'more or fewer columns than the first line',
  code: 'no code of a commune',
  name: 'no name, or an endless one',
  date: 'a date that is none',
}

function sayRefused({ reasons, unknown }: Refused): void {
  for (const [reason, { count, lines }] of reasons)
    say(
      `Refused, ${REASONS[reason]}: ${count} (line ${lines.join(', ')}${count > lines.length ? ', …' : ''}).`,
    )
  if (unknown.size === 0) return
  const count = [...unknown.values()].reduce((sum, one) => sum + one.count, 0)
  say(`Refused, of a commune that is not known: ${count}.`)
  for (const [code, { name, count }] of unknown) say(`  ${code} ${name} (${count})`)
}

export const infos = ({ config, queues, words: [file = ''] }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db }) => {
    const progress = progressCounter('records')
    const outcome = await db.transaction(tx => loadInfos(tx, file, progress)).finally(() => progress())
    const { records, communes, created, updated, placed, kept, left, unknown } = outcome
    say(`Infos: ${communes} communes in ${records} records: ${created} created, ${updated} updated.`)
    if (placed > 0) say(`${placed} communes got the coordinates of their town hall.`)
    if (kept > 0) say(`${kept} were edited or taken out here and left alone.`)
    for (const [reason, count] of left) say(`Left out, ${reason}: ${count}.`)
    if (unknown.size > 0) say(`Left out, of a commune that is not known: ${[...unknown.keys()].join(', ')}.`)
    return communes === 0 ? 1 : 0
  })

export const dpnt = ({ config, queues, words: [file = ''], values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db }) => {
    const progress = progressCounter('rows')
    const { rows, communes, left, unknown } = await db
      .transaction(tx => loadDpnt(tx, file, { force: values.force === true, progress }))
      .finally(() => progress())
    say(`Digital presence: ${communes} communes in ${rows} rows.`)
    for (const [reason, count] of left) say(`Left out, ${PRESENCE_REASONS[reason]}: ${count}.`)
    if (unknown.size > 0) say(`Left out, of a commune that is not known: ${[...unknown.keys()].join(', ')}.`)
    return communes === 0 ? 1 : 0
  })

const PRESENCE_REASONS = {
  columns: REASONS.columns,
  code: REASONS.code,
  type: 'no type',
} as const
