import { withDatabase } from '../command-line.ts'
import { type CommandInput, say } from '../kernel/command.ts'
import { loadCommunes } from './load.ts'

export const load = ({ config }: CommandInput) =>
  withDatabase(config, async ({ db }) => {
    const { created, updated, unchanged } = await db.transaction(loadCommunes)
    say(`Communes: ${created} created, ${updated} updated, ${unchanged} unchanged.`)
  })
