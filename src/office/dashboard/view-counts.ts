import type { TObject } from 'typebox'
import { about, Data, List, Nullable, Obj, Text } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import type { Area } from '../../../shared/words/access.ts'
import type { Db } from '../../kernel/db/db.ts'
import { invalid, Problem } from '../../kernel/refusals/errors.ts'
import type { ReadContext } from '../../kernel/routes/action.ts'
import { queryReader } from '../../kernel/routes/query-string.ts'
import { threads } from '../../letters/support/admin.ts'
import { can } from '../../people/access/permissions.ts'
import { type SignedIn, signedIn } from '../../people/access/visitors.ts'
import { list as appeals } from '../../publishing/appeals/admin.ts'
import { list as publications } from '../../publishing/publications/admin.ts'
import { list as claims } from '../../territory/claims/admin.ts'
import { inTime } from './in-time.ts'

/** How many items wait in the saved views of the queues: one request for those that a menu shows. */

/** With the length of `of`: the address of the request stays below 8 kB, which every proxy takes. */
const MOST = 12
/** All counts together. */
const WHOLE_MS = 1_000

type Context = Omit<ReadContext<undefined, undefined>, 'query'> & SignedIn

/** The action behind the route of a list. */
interface Listing {
  readonly query?: TObject
  readonly run: (context: never) => Promise<unknown>
}
interface Listed {
  readonly meta: { readonly total: number; readonly total_exact?: boolean }
}

function queue(area: Area, { query, run }: Listing) {
  return {
    area,
    queryOf: queryReader(query as TObject, 'refuse'),
    async totalOf(context: Context, asked: object): Promise<number | null> {
      // `exact_total` would count for as long as it takes.
      const { page: _, after: __, exact_total: ___, ...filter } = asked as Record<string, unknown>
      const reply = await run({ ...context, query: { ...filter, per_page: 1 } } as never)
      const { total, total_exact = true } = (reply as Listed).meta
      return total_exact ? total : null
    },
  }
}

const QUEUES = {
  publications: queue('moderation', publications),
  claims: queue('claims', claims),
  threads: queue('support', threads),
  appeals: queue('dashboard', appeals),
}

/** Counting what a search finds reads every conversation, and the contacts of every claim and appeal. */
const isTooMuch = (name: string, query: object) => name !== 'publications' && 'q' in query

export const viewCounts = signedIn.read({
  summary: 'How many items each of these lists has, for the saved views in a menu',
  query: Obj({
    of: about(
      `\`publications?reported=true claims?late=true\`: with the parameters of the lists, separated by spaces; ${MOST} at most, of \`publications\`, \`claims\`, \`threads\`, \`appeals\``,
      Text(3_000),
    ),
  }),
  reply: Data(
    List(
      Nullable(
        Type.Integer({
          minimum: 0,
          description:
            'In their order; null where it is inexact, takes too long, is wrong or is not the caller’s',
        }),
      ),
    ),
  ),
  revalidated: true,
  async run(context) {
    const asked = questionsIn(context.query.of)
    const until = performance.now() + WHOLE_MS
    const data: (number | null)[] = []
    // One after another: a menu never needs two connections.
    for (const one of asked) data.push(performance.now() < until ? await totalOf(context, one) : null)
    return { data }
  },
})

interface Question {
  readonly name: string
  readonly queue: ReturnType<typeof queue>
  /** Absent: one saved view with wrong parameters leaves the counts of the others. */
  readonly query: object | undefined
}

function questionsIn(of: string): readonly Question[] {
  const parts = of.split(' ')
  if (parts.length > MOST) throw invalid('of', `a au plus ${MOST} listes`, `has ${MOST} lists at most`)
  return parts.map(part => {
    const [name = '', ...search] = part.split('?')
    if (!Object.hasOwn(QUEUES, name)) throw invalid('of', 'nomme une liste inconnue', 'names an unknown list')
    const queue = QUEUES[name as keyof typeof QUEUES]
    return { name, queue, query: queryIn(search.join('?'), queue.queryOf) }
  })
}

function queryIn(search: string, queryOf: Question['queue']['queryOf']): object | undefined {
  try {
    return queryOf(search)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

async function totalOf(context: Context, { name, queue, query }: Question): Promise<number | null> {
  if (can(context.caller, { action: 'administer', area: queue.area }) !== 'allowed') return null
  if (!query || isTooMuch(name, query)) return null
  const compute = (db: Db) => queue.totalOf({ ...context, db, short: db }, query)
  return (await inTime(context, { [`view of ${name}`]: { compute } }))[`view of ${name}`] ?? null
}
