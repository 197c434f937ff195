import { once } from 'node:events'
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { isatty } from 'node:tty'
import { withDatabase } from '../../foundation/command-line.ts'
import { retention } from '../../foundation/retention.ts'
import { type CommandInput, say } from '../../kernel/commands/command.ts'
import type { Database } from '../../kernel/db/database.ts'
import { BY_OPERATOR, recordOne } from '../../kernel/records/audit.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { type Secrets, secretsFrom } from '../../kernel/settings/secrets.ts'
import { eraseFiles } from '../../letters/mail/outbox-folder.ts'
import { emailIn } from '../../people/users/commands.ts'
import { type Erased, type Erasing, eraseIn, heldAbout, onlyLook, stillNamed } from './erasing.ts'

export function exportData({ config, queues, values }: CommandInput) {
  const email = emailIn(values)
  return withDatabase({ config, queues }, async ({ db, secret, otherSecrets }) => {
    const held = await db.transaction(tx => heldAbout(tx, email, secretsFrom(secret, otherSecrets)))
    if (!held) throw nothingHeld()
    say(JSON.stringify({ exported_at: new Date().toISOString(), ...held }, null, 2))
  })
}

export function erase({ config, queues, values }: CommandInput) {
  const email = emailIn(values)
  return withDatabase({ config, queues }, async ({ db, secret, otherSecrets }) => {
    const secrets = secretsFrom(secret, otherSecrets)
    if (values.yes !== true) await confirm(await wouldErase(db, { email, dataDir: config.dataDir, secrets }))
    say(`Erased: ${inWords(await erasePerson(db, email, config.dataDir, secrets))}.`)
    if (config.backup)
      say(
        `Backups hold what they held: the last that may is gone in ${retention.backups.kept} (docs/retention.md).`,
      )
    const named = await db.transaction(tx => stillNamed(tx, email))
    if (named.length > 0)
      say(
        `Still reached by what acteurs publish, which is theirs to change: publications ${named.map(({ id }) => id).join(', ')}. ` +
          'Edit them in the back-office when the person asks for that.',
      )
  })
}

/** One transaction; then the files of mails, last because their removal cannot be undone. */
export async function erasePerson(
  db: Database,
  email: string,
  dataDir: string,
  secrets: Secrets,
): Promise<Erased> {
  const { counts, files } = await db
    .transaction(
      async tx =>
        (await eraseIn(tx, { email, dataDir, secrets }, ({ action, ...change }) =>
          recordOne(tx, BY_OPERATOR, action, change),
        )) ?? nothing(),
    )
    .catch(asSentence)
  await eraseFiles(files)
  return counts
}

const wouldErase = (db: Database, erasing: Erasing): Promise<Erased> =>
  db.transaction(async tx => (await onlyLook(tx, erasing)) ?? nothing()).catch(asSentence)

function nothing(): never {
  throw nothingHeld()
}

async function confirm(erased: Erased): Promise<void> {
  say(`This will be erased for good: ${inWords(erased)}.`)
  if (!isatty(0)) throw new Refusal('Nothing was erased: without a terminal to ask, --yes is needed.')
  const terminal = createInterface({ input: stdin, output: stdout })
  // Ctrl-C, Ctrl-D and a closed terminal count as "no".
  const asked = terminal.question('Erase? Type yes: ').catch(() => '')
  const answer = await Promise.race([asked, once(terminal, 'close').then(() => '')])
  terminal.close()
  if (answer.trim() !== 'yes') throw new Refusal('Nothing was erased.')
}

const inWords = (erased: Erased) =>
  Object.entries(erased)
    .flatMap(([what, count]) => (count > 0 ? [`${what.replaceAll('_', ' ')} (${count})`] : []))
    .join(', ')

function asSentence(error: unknown): never {
  if (error instanceof Problem && error.code === 'last_admin')
    throw new Refusal('This is the last administrator: grant the role to another user first.')
  throw error
}

const nothingHeld = () => new Refusal('No data is stored about that address.')
