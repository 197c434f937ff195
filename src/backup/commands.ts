import { existsSync } from 'node:fs'
import { withOwner } from '../command-line.ts'
import { type CommandInput, say } from '../kernel/command.ts'
import { storeOf } from '../media/which-store.ts'
import { backupTo } from './backup.ts'
import { restoreFrom } from './restore.ts'

export const backup = ({ config, words: [file = ''] }: CommandInput) =>
  withOwner(config, async database => {
    const { tables, rows, bytes } = await backupTo(file, database, config)
    say(`${file}: ${tables} tables, ${rows} rows, ${bytes} bytes. It holds secrets: keep it as such.`)
    const { place } = storeOf(config)
    if (existsSync(place) || config.mediaBucket)
      say(
        `Pictures and documents are not in it: copy ${place} now, after the file, and put it back in its place.`,
      )
  })

export const restore = ({ config, queues, words: [file = ''] }: CommandInput) =>
  withOwner(config, async database => {
    const { tables, rows, skipped } = await restoreFrom(file, database, config, await queues())
    say(`Restored ${tables} tables, ${rows} rows.`)
    if (skipped.length > 0) say(`Left out, for Parvis did not make them: ${skipped.join(', ')}.`)
  })
