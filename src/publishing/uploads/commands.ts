import { withDatabase } from '../../foundation/command-line.ts'
import { type CommandInput, say } from '../../kernel/commands/command.ts'
import { strangeNames, sweepStore, tooMany } from '../../media/collect.ts'
import { storeOf } from '../../media/which-store.ts'

/** Runs the nightly clean-up now; `--remove-unknown` also removes files that it would leave. */
export const sweep = ({ config, queues, values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db }) => {
    const store = storeOf(config)
    const swept = await sweepStore(db, store, { evenMany: values['remove-unknown'] === true })
    if (swept.strange > 0) say(strangeNames(swept.strange))
    if (swept.refused) {
      say(`${store.place}: ${tooMany(swept)}`)
      return 1
    }
    if (swept.in_doubt) {
      say(
        `${store.place}: none is removed while the clock is far ahead of the last time that was trusted. Set it right, or accept it: parvis clock accept.`,
      )
      return 1
    }
    say(`${store.place}: ${swept.found} pictures and documents, ${swept.removed} unknown ones removed.`)
    return 0
  })
