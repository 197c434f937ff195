import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Database } from '../kernel/db/database.ts'
import { lastSweep, tooMany } from '../media/collect.ts'
import type { MediaStore } from '../media/store.ts'
import { type Finding, ok, wrong } from './finding.ts'
import { say } from './sentences.ts'

const NAME = '1.webp'

/** Whether pictures and documents can be put where they lie, and read there: something is, and is taken away again. */
export async function media(store: MediaStore): Promise<Finding> {
  const key = randomBytes(20).toString('hex')
  const sent = randomBytes(64)
  try {
    await store.put(key, NAME, sent)
    const stream = await store.read(key, NAME)
    const same = stream !== undefined && sent.equals(await buffer(stream))
    await store.remove(key)
    return same
      ? ok('media', `are kept in ${store.place}`, say('media'))
      : wrong('media', `${store.place} does not give back what was put there`, say('no_media'))
  } catch (error) {
    return wrong('media', `${store.place} cannot be used: ${whyOf(error)}`, say('no_media'))
  }
}

/** What the last night found in the store that no row knows, when it was too much to be removed. */
export async function unknownFiles(db: Database): Promise<Finding> {
  const last = await lastSweep(db.pool).catch(() => undefined)
  if (!last?.refused) return ok('unknown files', 'none that would be too many', say('known_files'))
  const { unknown, found } = last
  return wrong('unknown files', tooMany(last), say('unknown_files', { unknown, found }))
}

/** A store that is away is told to visitors in other words. */
const whyOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : 'no answer'
