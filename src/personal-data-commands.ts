import { once } from 'node:events'
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { isatty } from 'node:tty'
import { withDatabase } from './command-line.ts'
import { BY_OPERATOR, recordOne } from './kernel/audit.ts'
import { type CommandInput, say } from './kernel/command.ts'
import type { Database } from './kernel/db/database.ts'
import { sql, type Tx } from './kernel/db/db.ts'
import { Problem } from './kernel/errors.ts'
import { contactsOf, type DataSubject } from './kernel/personal-data.ts'
import { Refusal } from './kernel/refusal.ts'
import { eraseFiles, filesTo } from './mail/outbox-folder.ts'
import { eraseAll, exportAll, subjectOf } from './personal-data.ts'
import { emailIn } from './users/commands.ts'

/** The longest statement: mails and the trail have no index for this, and are read whole. */
const PATIENCE_MS = 600_000

export function exportData({ config, queues, values }: CommandInput) {
  const email = emailIn(values)
  return withDatabase({ config, queues }, async ({ db }) => {
    const held = await db.transaction(async tx => {
      const patient = await tx.patient(PATIENCE_MS)
      return exportAll(patient, await subjectOf(patient, email))
    })
    if (Object.values(held).every(rows => rows.length === 0)) throw nothingHeld()
    say(JSON.stringify({ exported_at: new Date().toISOString(), ...held }, null, 2))
  })
}

export function erase({ config, queues, values }: CommandInput) {
  const email = emailIn(values)
  return withDatabase({ config, queues }, async ({ db }) => {
    if (values.yes !== true) await confirm(await wouldErase(db, email, config.dataDir))
    say(`Erased: ${inWords(await erasePerson(db, email, config.dataDir))}.`)
    const named = await stillNamed(db, email)
    if (named.length > 0)
      say(
        `Still reached by what acteurs publish, which is theirs to change: publications ${named.join(', ')}. ` +
          'Edit them in the back-office when the person asks for that.',
      )
  })
}

type Erased = Readonly<Record<string, number>>

/** One transaction, whole or not at all; then the files of mails, last because their removal cannot be undone. */
export async function erasePerson(db: Database, email: string, dataDir: string): Promise<Erased> {
  const files: string[] = []
  const erased = await db
    .transaction(async tx => {
      const { found, counts } = await eraseIn(tx, email, dataDir)
      files.push(...found)
      return counts
    })
    .catch(asSentence)
  await eraseFiles(files)
  return erased
}

/** The same erasure, rolled back: shows exactly what would happen. */
async function wouldErase(db: Database, email: string, dataDir: string): Promise<Erased> {
  const undo = new Error('Only looked.')
  let erased: Erased = {}
  await db
    .transaction(async tx => {
      erased = (await eraseIn(tx, email, dataDir)).counts
      throw undo
    })
    .catch(error => {
      if (error !== undo) throw asSentence(error)
    })
  return erased
}

async function eraseIn(tx: Tx, email: string, dataDir: string) {
  const patient = await tx.patient(PATIENCE_MS)
  const subject = await subjectOf(patient, email)
  const found = await filesTo(dataDir, subject.addresses)
  const counts = { ...(await eraseAll(patient, subject)), mail_files: found.length }
  if (Object.values(counts).every(count => count === 0)) throw nothingHeld()
  await leaveTrace(patient, subject, counts)
  return { found, counts }
}

/** Publications that contain their address: the text is the acteur's, and is not changed. */
const stillNamed = async (db: Database, email: string): Promise<string[]> => {
  const subject = { userId: undefined, addresses: [email.toLowerCase()], telephones: [] }
  const named = await db.transaction(async tx =>
    (await tx.patient(PATIENCE_MS)).all<{ id: string }>(sql`
      select id from publications where concat_ws(' ', title, body, lieu) ~* ${contactsOf(subject)}
      union select publication_id from publication_revisions where concat_ws(' ', title, body, lieu) ~* ${contactsOf(subject)}
      order by id limit 20`),
  )
  return named.map(({ id }) => id)
}

/** For the trail: how much was erased, not what. */
const leaveTrace = (tx: Tx, { userId }: DataSubject, erased: Erased): Promise<void> =>
  recordOne(tx, BY_OPERATOR, userId === undefined ? 'address.erased' : 'user.erased', {
    id: userId ?? '-',
    after: { erased },
  })

async function confirm(erased: Erased): Promise<void> {
  say(`This will be erased for good: ${inWords(erased)}.`)
  if (!isatty(0)) throw new Refusal('Nothing was erased: say --yes where nobody can be asked.')
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
    throw new Refusal('This is the last administrator: give the role to somebody else first.')
  throw error
}

const nothingHeld = () => new Refusal('Nothing is held about that address.')
