import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Answer, startApp } from '../app.ts'
import { CLIENT, lyingProvider } from '../fixtures/lying-provider.ts'
import { heldTransactions, type Moment } from '../held-transactions.ts'
import { flowsOf, isDone, sessionIn } from './flows.ts'
import { PASSWORDS, type Person, peopleOf, ROLE } from './people.ts'
import { begin, type Flow, opened, RULES, type Situation, type State } from './rules.ts'

/**
 * Pauses one flow, runs another, lets the first go on. Sessions, passwords and roles must then be as the rules say for
 * both flows, one after the other.
 */

/** The flows that are possible in each situation. */
const POSSIBLE: Record<Situation, readonly Flow[]> = {
  'signed up': ['a stranger signs up', 'follow the link', 'reset', 'be invited'],
  invited: [
    'a stranger signs up',
    'accept the invitation',
    'come from the provider',
    'be suspended',
    'lose the role',
    'have the invitation withdrawn',
    'be invited again',
  ],
  member: [
    ...([
      'a stranger signs up',
      'sign in',
      'come from the provider',
      'reset',
      'change the password',
    ] as const),
    'ask for another address',
    'confirm the address',
    'close the account',
    'begin a second factor',
    'turn the second factor on',
    'sign out everywhere',
    ...([
      'sign out elsewhere',
      'be signed out by an administrator',
      'be suspended',
      'lose the role',
    ] as const),
  ],
  // Also the account that the outside provider is linked to.
  'without a role': [
    'sign in',
    'come from the provider',
    'reset',
    'change the password',
    'close the account',
    'sign out everywhere',
    'sign out elsewhere',
    'be signed out by an administrator',
    'be suspended',
  ],
  'second factor': [
    'sign in',
    'end a sign-in with a code',
    'end a sign-in with a kept code',
    'reset',
    'change the password',
    'turn the second factor off',
    'make new codes',
    ...([
      'have the second factor reset',
      'close the account',
      'sign out everywhere',
      'be suspended',
    ] as const),
  ],
}

/** For each situation, each paused flow with all the flows that run meanwhile. */
export const paused = (Object.keys(POSSIBLE) as Situation[]).flatMap(situation =>
  POSSIBLE[situation].map(slow => ({
    name: `${situation}: ${slow}, ${POSSIBLE[situation].length} others`,
    cells: POSSIBLE[situation].map(quick => ({ situation, slow, quick })),
  })),
)
type Cell = (typeof paused)[number]['cells'][number]

/** Before each of the two requests to the provider a transaction is rolled back. */
const lastTransaction = (flow: Flow) => (flow === 'come from the provider' ? 3 : 1)

type Order = 'AB' | 'BA'

function expected({ situation, slow, quick }: Cell, order: Order) {
  const state: State = begin(situation)
  const answers = { A: false, B: false }
  for (const as of order) answers[as as 'A' | 'B'] = RULES[as === 'A' ? slow : quick](state, as as 'A' | 'B')
  return { answers, state }
}

/** The passwords that one of the flows may have set, and the original one. */
const passwordsOf = ({ slow, quick }: Cell) =>
  Object.entries({
    own: undefined,
    new: 'reset',
    changed: 'change the password',
    strangers: 'a stranger signs up',
  }).flatMap(([name, by]) =>
    by === undefined || by === slow || by === quick ? [name as keyof typeof PASSWORDS] : [],
  )

const foreseen = (cell: Cell, { answers, state }: ReturnType<typeof expected>) => ({
  answers,
  sessions: Object.fromEntries(
    ['telephone', 'computer', 'A', 'B'].map(name => [name, state.sessions.get(name) ?? 'nobody']),
  ),
  passwords: Object.fromEntries(
    passwordsOf(cell).map(name => [name, name === 'strangers' ? 'nothing' : opened(state, name)]),
  ),
  role: state.role,
})

/** A service with what runs and checks a cell in it. */
export async function openTown() {
  const provider = await lyingProvider()
  const app = await startApp({
    env: {
      RATE_LIMIT_SCALE: '0',
      OIDC_ISSUER: provider.issuer,
      CORS_ORIGINS: 'https://front.example',
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
  })
  const people = await peopleOf(app)
  const { auth } = people
  const flows = flowsOf(app, people, provider)
  const transactions = heldTransactions(app.service)

  /** Whether a statement waits for another transaction's lock. */
  const isBlocked = async () =>
    (
      await app.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`,
      )
    ).rowCount !== 0

  async function overtaken(moment: Moment, person: Person, { slow, quick }: Cell) {
    const [first, second] = [await flows[slow](person, 'A'), await flows[quick](person, 'B')]
    const held = transactions.hold(moment, lastTransaction(slow))
    try {
      const paused = first()
      // A flow refused before its transaction must not hold the second flow's transaction.
      await Promise.race([held.reached, paused.then(held.release)])
      let isOver = false
      const other = second().finally(() => {
        isOver = true
      })
      const both = Promise.all([paused, other])
      both.catch(() => {})
      // Before its commit the first flow holds locks that the second may wait for.
      if (moment === 'commit') while (!isOver && !(await isBlocked())) await sleep(5)
      else await other
      held.release()
      const [A, B] = await both
      return { A, B }
    } finally {
      held.release()
    }
  }

  const whoIs = async (person: Person, token: string): Promise<string> => {
    const { status, body } = await app.as({ token }, null).get('/me')
    if (status !== 200) return 'nobody'
    const isSelf = person.id === undefined ? body.data.email === person.email : body.data.id === person.id
    return isSelf ? 'self' : 'other'
  }

  /** The holder of a session by the session and by its earlier access token, which must agree. */
  async function holder(person: Person, session: string, earlier?: string): Promise<string> {
    const { status, body } = await auth.get('/token', { bearer: session })
    const now = status === 200 ? await whoIs(person, body.token) : 'nobody'
    const before = earlier === undefined ? now : await whoIs(person, earlier)
    return now === before ? now : `${now}, by its access token ${before}`
  }

  async function signingIn(person: Person, email: string, password: string): Promise<string> {
    const { status, body } = await auth.signIn(email, password)
    if (status !== 200) return 'nothing'
    if (body.twoFactorRedirect) return 'half'
    return person.situation === 'invited' ? await holder(person, body.token) : 'self'
  }

  async function seen(person: Person, cell: Cell, answers: Record<'A' | 'B', Answer>, moved: boolean) {
    const sessions: [string, string | undefined, string?][] = [
      ['telephone', person.telephone, person.tokens.telephone],
      ['computer', person.computer, person.tokens.computer],
      ['A', sessionIn(answers.A)],
      ['B', sessionIn(answers.B)],
    ]
    const [holders, passwords, roles] = await Promise.all([
      Promise.all(
        sessions.map(async ([name, one, token]) => [name, one ? await holder(person, one, token) : 'nobody']),
      ),
      Promise.all(
        passwordsOf(cell).map(async name => [
          name,
          await signingIn(person, moved ? person.newEmail : person.email, PASSWORDS[name]),
        ]),
      ),
      app.owner.query(
        `select from user_roles r join users u on u.id = r.user_id
       where r.role = $1 and (u.id::text = $2 or $3 in (u.email, u.invited_email))`,
        [ROLE, person.id ?? '', person.email],
      ),
    ])
    return {
      answers: { A: isDone(answers.A), B: isDone(answers.B) },
      sessions: Object.fromEntries(holders),
      passwords: Object.fromEntries(passwords),
      role: roles.rowCount !== 0,
    }
  }

  async function faultIn(moment: Moment, orders: readonly Order[], person: Person, cell: Cell) {
    const answers = await overtaken(moment, person, cell)
    const moved = { A: cell.slow, B: cell.quick }
    const hasMoved = (['A', 'B'] as const).some(
      as => moved[as] === 'confirm the address' && isDone(answers[as]),
    )
    const found = await seen(person, cell, answers, hasMoved)
    const allowed = orders.map(order => foreseen(cell, expected(cell, order)))
    if (allowed.some(one => isDeepStrictEqual(found, one))) return undefined
    return [`found   ${JSON.stringify(found)}`, ...allowed.map(one => `allowed ${JSON.stringify(one)}`)].join(
      '\n  ',
    )
  }

  return { people, faultIn }
}

type Town = Awaited<ReturnType<typeof openTown>>

/** Fails with all cells that differ from the rules. */
export async function hold(
  { people, faultIn }: Town,
  moment: Moment,
  orders: readonly Order[],
  cells: readonly Cell[],
): Promise<void> {
  const made = await Promise.all(cells.map(one => people.make(one.situation, one.slow, one.quick)))
  const wrong: string[] = []
  for (const [index, cell] of cells.entries()) {
    const fault = await faultIn(moment, orders, made[index] as Person, cell).catch(
      error => (error as Error).message,
    )
    if (fault) wrong.push(`${cell.slow} / ${cell.quick}\n  ${fault}`)
  }
  assert.equal(wrong.length, 0, `${wrong.length} cells:\n${wrong.join('\n')}`)
}
