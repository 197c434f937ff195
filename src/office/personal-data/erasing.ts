import { having } from '../../../shared/fields/field.ts'
import { ANNOUNCED, WRITTEN } from '../../../shared/fields/publications.ts'
import { columnsOf } from '../../kernel/db/columns.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Change } from '../../kernel/records/audit.ts'
import { contactsOf, type DataSubject } from '../../kernel/records/personal-data.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { eraseFiles, filesTo } from '../../letters/mail/outbox-folder.ts'
import { eraseAll, exportAll, subjectOf } from './resources.ts'

/** Export and erasure of a person's data, for the commands and the back-office. */

/** The longest statement: mails and the audit trail have no index for this and are read whole. */
const TIMEOUT_MS = 600_000

/** Records the erasure in the audit trail. */
type Recording = (change: Change & { readonly action: string }) => void | Promise<void>

/** The person to erase, the folder with the files of mails, and the secrets that open sealed columns. */
export interface Erasing {
  readonly email: string
  readonly dataDir: string
  readonly secrets: Secrets
}

/** The number of rows by kind. */
export type Erased = Readonly<Record<string, number>>

/** Undefined if nothing is stored. */
export async function heldAbout(tx: Tx, email: string, secrets: Secrets) {
  const patient = await tx.withTimeout(TIMEOUT_MS)
  const held = await exportAll(patient, await subjectOf(patient, email), secrets)
  return Object.values(held).every(rows => rows.length === 0) ? undefined : held
}

/** Returns the files of mails to remove after the commit; undefined if nothing is stored. */
export async function eraseIn(tx: Tx, { email, dataDir, secrets }: Erasing, record: Recording) {
  const patient = await tx.withTimeout(TIMEOUT_MS)
  const subject = await subjectOf(patient, email)
  const files = await filesTo(dataDir, subject.addresses)
  const counts: Erased = { ...(await eraseAll(patient, subject, secrets)), mail_files: files.length }
  if (Object.values(counts).every(count => count === 0)) return undefined
  await record(erasureChange(subject, counts))
  return { counts, files }
}

/** Removes the files too, before the commit: if it fails, files that were to be erased are no loss. */
export async function eraseWithFiles(
  tx: Tx,
  erasing: Erasing,
  record: Recording,
): Promise<Erased | undefined> {
  const done = await eraseIn(tx, erasing, record)
  await eraseFiles(done?.files ?? [])
  return done?.counts
}

/** The same erasure, rolled back: shows exactly what would happen. */
export async function onlyLook(tx: Tx, erasing: Erasing): Promise<Erased | undefined> {
  await tx.run(sql`savepoint looking`)
  const done = await eraseIn(tx, erasing, () => {})
  await tx.run(sql`rollback to savepoint looking`)
  return done?.counts
}

/** Publications that contain the address: the text is the acteur's and is not changed. */
export const stillNamed = async (tx: Tx, email: string) => {
  const subject = { userId: undefined, addresses: [email.toLowerCase()], telephones: [] }
  const patient = await tx.withTimeout(TIMEOUT_MS)
  const texts = columnsOf(having(WRITTEN, 'personal'))
  const announced = columnsOf(having(ANNOUNCED, 'personal'))
  return await patient.all<{ id: string; title: string }>(sql`
    select id, title from publications where id in (
      select id from publications where concat_ws(' ', ${texts}, ${announced}) ~* ${contactsOf(subject)}
      union select publication_id from publication_revisions where concat_ws(' ', ${texts}) ~* ${contactsOf(subject)})
    order by id limit 20`)
}

/** The audit trail records how much was erased, not what. */
const erasureChange = ({ userId }: DataSubject, erased: Erased) => ({
  id: userId ?? '-',
  action: userId === undefined ? 'address.erased' : 'user.erased',
  after: { erased },
})
