import { isAbsolute } from 'node:path'
import { Refusal } from '../refusals/refusal.ts'
import { type Reader as BucketReader, type BucketSettings, bucketFrom } from './bucket.ts'

/** Settings of the nightly backup: destination, time, passphrase. */

export interface BackupSettings {
  readonly to: { readonly folder: string } | { readonly bucket: BucketSettings }
  /** `01:15`, Paris time. */
  readonly at: string
}

interface Reader extends BucketReader {
  secret(name: string, minimum: number): string | undefined
}

export function backupFrom(read: Reader): BackupSettings | undefined {
  const folder = read.matching('BACKUP_DIR', isAbsolute, 'a folder, from the root: /var/backups/parvis')
  const bucket = bucketFrom(read, 'BACKUP_S3')
  const at = read.matching(
    'BACKUP_AT',
    value => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
    'a time such as 01:15',
  )
  if (folder && bucket)
    throw new Refusal(
      'BACKUP_DIR and BACKUP_S3_ENDPOINT are two places for the same backups: set one of them.',
    )
  const to = folder ? { folder } : bucket && { bucket }
  if (!to && at) throw new Refusal('BACKUP_DIR or BACKUP_S3_ENDPOINT is required with BACKUP_AT.')
  // Before the nightly deletions and imports, and not in the hour that summer time skips or repeats.
  return to && { to, at: at ?? '01:15' }
}

export const passphraseFrom = (read: Reader): string | undefined => read.secret('BACKUP_PASSPHRASE', 16)
