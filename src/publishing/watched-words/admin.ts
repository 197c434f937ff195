import { hash } from 'node:crypto'
import { Data, Id, List, Obj } from '../../../shared/shapes.ts'
import type { WatchedKind } from '../../../shared/words/watched-words.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { found, invalid } from '../../kernel/refusals/errors.ts'
import { read, write } from '../../kernel/routes/action.ts'
import { wordsOfExpression } from './matcher.ts'
import {
  MOST_EXPRESSIONS,
  MOST_LISTS,
  NewWatchedWords,
  Trial,
  TrialQuestion,
  WatchedWords,
  WatchedWordsChanges,
} from './shapes.ts'
import { type Searched, watchedIn } from './watched.ts'

/** Words that the team watches for. A match shows a badge to moderators, and decides nothing. */

const COLUMNS = sql`id, nom, kind, words, active, version, created_at, updated_at`
const listAll = (db: Db) =>
  db.all<WatchedWords>(sql`select ${COLUMNS} from watched_words order by lower(nom)`)

/** Serialises changes, because the number of expressions is limited over all lists. */
async function lockAll(tx: Tx): Promise<WatchedWords[]> {
  await tx.one(sql`select pg_advisory_xact_lock(hashtext('watched_words'))`)
  return await tx.all<WatchedWords>(sql`select ${COLUMNS} from watched_words order by id for update`)
}

const conflicts = {
  watched_words_nom_taken: {
    code: 'conflict',
    path: 'nom',
    fr: 'Une autre liste porte déjà ce nom.',
    en: 'Another list has this name already.',
  },
} as const
const byId = Obj({ id: Id })

export const list = read({
  summary: 'The words that the team watches for, by name',
  reply: Data(List(WatchedWords)),
  run: async ({ db }) => ({ data: await listAll(db) }),
})

export const create = write({
  summary: 'Add a list of words to watch for; it is off unless `active` says otherwise',
  body: NewWatchedWords,
  reply: Data(WatchedWords),
  conflicts,
  async run({ tx, body, audit }) {
    const { nom, kind, words = [], active = false } = body
    const others = await lockAll(tx)
    if (others.length >= MOST_LISTS)
      throw invalid('nom', `${MOST_LISTS} listes au plus`, `at most ${MOST_LISTS} lists`)
    refuseWrongWords(kind, words)
    refuseTooMany([...others, { words }])
    const made = found(
      await tx.one<WatchedWords>(sql`
        insert into watched_words (nom, kind, words, active) values (${nom}, ${kind}, ${words}::text[], ${active})
        returning ${COLUMNS}`),
    )
    audit.record({ id: made.id, after: traced(made) })
    return { data: made }
  },
})

export const update = write({
  summary: 'Rename a list of watched words, change its words, or switch it on or off',
  params: byId,
  body: WatchedWordsChanges,
  reply: Data(WatchedWords),
  versioned: true,
  conflicts,
  async run({ tx, params, body, audit, refuseStale }) {
    const all = await lockAll(tx)
    const before = found(all.find(({ id }) => id === params.id))
    refuseStale(before.version)
    const { nom, words, active } = { ...before, ...body }
    refuseWrongWords(before.kind, words)
    refuseTooMany([...all.filter(one => one !== before), { words }])
    const after = found(
      await tx.one<WatchedWords>(sql`
        update watched_words set nom = ${nom}, words = ${words}::text[], active = ${active} where id = ${before.id}
        returning ${COLUMNS}`),
    )
    audit.record({ id: before.id, before: traced(before), after: traced(after) })
    return { data: after }
  },
})

export const remove = write({
  summary: 'Delete a list of watched words',
  params: byId,
  reply: Data(WatchedWords),
  versioned: true,
  async run({ tx, params, audit, refuseStale }) {
    const before = found((await lockAll(tx)).find(({ id }) => id === params.id))
    refuseStale(before.version)
    await tx.run(sql`delete from watched_words where id = ${before.id}`)
    audit.record({ id: before.id, before: traced(before), after: { deleted: true } })
    return { data: before }
  },
})

/** The audit trail is never erased, and the words may name people. */
const traced = ({ nom, active, words }: WatchedWords) => ({
  nom,
  active,
  words_sha256: hash('sha256', JSON.stringify(words)),
})

function refuseWrongWords(kind: WatchedKind, words: readonly string[]): void {
  if ((kind === 'words') !== words.length > 0)
    throw kind === 'words'
      ? invalid('words', 'écrivez au moins un mot', 'write at least one word')
      : invalid('words', 'cette sorte de liste n’a pas de mots', 'this kind of list has no words')
  for (const [at, expression] of words.entries())
    if (!wordsOfExpression(expression))
      throw invalid(
        `words.${at}`,
        `« ${expression} » : il faut de un à six mots, et deux lettres au moins à côté de « * »`,
        `“${expression}”: one to six words are needed, and two letters at least beside “*”`,
      )
}

function refuseTooMany(lists: readonly Pick<WatchedWords, 'words'>[]): void {
  if (lists.reduce((sum, { words }) => sum + words.length, 0) > MOST_EXPRESSIONS)
    throw invalid(
      'words',
      `${MOST_EXPRESSIONS} expressions au plus, toutes listes ensemble`,
      `at most ${MOST_EXPRESSIONS} expressions, in all lists together`,
    )
}

////////////////////////////////////////////////////////////////////////////// a trial

const MOST_READ = 1_000
const MOST_EXAMPLES = 10

export const tryOut = write({
  summary: 'Show in which of the last 1 000 publications these words are found, before they are watched for',
  body: TrialQuestion,
  reply: Trial,
  async prepare({ db, body: { kind, words = [] } }) {
    refuseWrongWords(kind, words)
    const newest = await db.pool.all<Searched & { id: string }>(sql`
      select id, title, body, lieu, source_url, image_url from publications where deleted_at is null
      order by created_at desc, id desc limit ${MOST_READ}`)
    const watched = await watchedIn(db.pool, [{ nom: 'trial', kind, words }], newest)
    const hits = newest.flatMap(({ id, title }, at) => {
      const texts = watched[at]?.[0]?.texts
      return texts ? [{ id, title, texts }] : []
    })
    return { read: newest.length, found: hits.length, examples: hits.slice(0, MOST_EXAMPLES) }
  },
  run: async ({ prepared }) => ({ data: prepared }),
})
