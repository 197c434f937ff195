import assert from 'node:assert/strict'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Role } from '../../shared/words/access.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { hashPassword } from '../../src/people/users/passwords.ts'
import { createUser, grantRole } from '../../src/people/users/queries.ts'
import { setPassword } from '../../src/sign-in/issuer/accounts.ts'
import { QUICK_HASH, type TestApp } from '../app.ts'
import type { lyingProvider } from '../fixtures/lying-provider.ts'
import { signInAt, totp } from '../sign-in.ts'
import type { Flow, Situation } from './rules.ts'

/** Creates people in each situation, with what their flows need. */

export const PASSWORDS = {
  own: 'le mot de passe de la personne',
  new: 'le mot de passe d’après le lien',
  changed: 'le mot de passe tout autre',
  strangers: 'le mot de passe de l’étranger',
}
export const ROLE: Role = 'operator_claims'

export interface Person {
  readonly situation: Situation
  readonly email: string
  readonly newEmail: string
  /** Undefined until the first sign-in. */
  readonly id: string | undefined
  readonly telephone: string
  readonly computer: string
  /** Access tokens of both sessions. */
  readonly tokens: { readonly telephone: string; readonly computer: string }
  readonly link: string
  readonly chosen: string
  readonly addressToken: string
  readonly totpUri: string
  readonly backupCode: string
  readonly half: string
}

/** Whether one of these flows will run. */
type Needs = (...flows: readonly Flow[]) => boolean

export type Provider = Awaited<ReturnType<typeof lyingProvider>>

const NOTHING = {
  id: undefined,
  telephone: '',
  computer: '',
  tokens: { telephone: '', computer: '' },
  link: '',
  chosen: '',
  addressToken: '',
  totpUri: '',
  backupCode: '',
  half: '',
}

export async function peopleOf(app: TestApp) {
  const auth = signInAt(app)
  const admin = await app.user(['admin'])
  // Below the cost of new ones: each first sign-in replaces it.
  const asker = { clientNetwork: 'operator', known: true, hashCost: { ...QUICK_HASH, N: 8 } }
  const hash = await hashPassword(PASSWORDS.own, asker)
  const secret = app.service.secrets.derive('sign-in').toString('base64url')
  let count = 0

  const wordIn = async (email: string, pattern: RegExp) => {
    const mails = await app.service.db.pool.all<{ text: string }>(
      sql`select text from mails where recipient_email = ${email} order by place desc`,
    )
    return (
      mails.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0] ?? assert.fail(`no mail for ${email}`)
    )
  }
  const chosenBy = (email: string) => wordIn(email, /\/auth\/reset-password\/([^?\s]+)/)
  const resetFor = async (email: string) => {
    await auth.post('/request-password-reset', { email })
    return await chosenBy(email)
  }

  const signedUp = async (email: string, needs: Needs) => {
    await auth.signUp(email, PASSWORDS.own)
    const link = await wordIn(email, /\/auth(\/verify-email\S+)/)
    return { link, chosen: needs('reset') ? await resetFor(email) : '' }
  }
  const invited = async (email: string) => {
    const { body } = await app.as(admin).post('/admin/users', { email, roles: [ROLE] })
    return { id: body.data.id as string, chosen: await chosenBy(email) }
  }
  const member = async (email: string, newEmail: string, needs: Needs, roles = [ROLE]) => {
    const id = await app.service.db.transaction(async tx => {
      const user = await createUser(tx, { email, nom: 'Anne' })
      assert.ok(user)
      await setPassword(tx, user.id, hash)
      for (const role of roles) await grantRole(tx, user.id, role)
      return user.id
    })
    const [telephone, computer] = [await sessionOf(id), await sessionOf(id)]
    if (needs('confirm the address'))
      await auth.post('/change-address', { newEmail, password: PASSWORDS.own }, { bearer: computer.bearer })
    return {
      id,
      telephone: telephone.bearer,
      computer: computer.bearer,
      tokens: { telephone: telephone.token, computer: computer.token },
      chosen: needs('reset') ? await resetFor(email) : '',
      addressToken: needs('confirm the address') ? await wordIn(newEmail, /confirmer=([\w-]+)/) : '',
      ...(needs('begin a second factor', 'turn the second factor on') && (await offered(computer.bearer))),
    }
  }
  /** Inserts a session as a sign-in stores it: signing hundreds of people in through the API takes most of the time. */
  const sessionOf = async (id: string) => {
    const token = randomBytes(24).toString('base64url')
    const stored = `stored:${createHash('sha256').update(token).digest('base64url')}`
    const session = await app.owner.query(
      `insert into auth_sessions (user_id, token, expires_at) values ($1, $2, now() + interval '7 days') returning id`,
      [id, stored],
    )
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    return {
      bearer: `${token}.${signature}`,
      token: await app.service.tokens.sign(id, 900, session.rows[0].id),
    }
  }
  const offered = async (bearer: string) => {
    const { body } = await auth.post('/two-factor/enable', { password: PASSWORDS.own }, { bearer })
    return { totpUri: body.totpURI as string, backupCode: body.backupCodes[0] as string }
  }
  /** Uses the code of half a minute ago; the present and the next one are for the flows. */
  const secondFactorOn = async (bearer: string, totpUri: string): Promise<string> => {
    const typed = () =>
      auth.post('/two-factor/verify-totp', { code: totp(totpUri, Date.now() - 30_000) }, { bearer })
    const first = await typed()
    // The code expired on its way; the next one is valid for half a minute.
    const { body } = first.status === 200 ? first : await typed()
    return body.token ?? assert.fail('the second factor is not on')
  }
  const guarded = async (email: string, newEmail: string, needs: Needs) => {
    const one = await member(email, newEmail, needs)
    const { totpUri, backupCode } = await offered(one.computer)
    const computer = await secondFactorOn(one.computer, totpUri)
    const half = (await auth.signIn(email, PASSWORDS.own)).body.twoFactorToken as string
    const tokens = { ...one.tokens, computer: await auth.token(computer) }
    return { ...one, totpUri, backupCode, computer, half, tokens }
  }

  return {
    auth,
    admin,
    async make(situation: Situation, ...flows: readonly Flow[]): Promise<Person> {
      const needs: Needs = (...some) => some.some(one => flows.includes(one))
      const [email, newEmail] = [`p${++count}@example.org`, `p${count}-autre@example.org`]
      const held = await {
        'signed up': () => signedUp(email, needs),
        invited: () => invited(email),
        member: () => member(email, newEmail, needs),
        'without a role': () => member(email, newEmail, needs, []),
        'second factor': () => guarded(email, newEmail, needs),
      }[situation]()
      return { ...NOTHING, situation, email, newEmail, ...held }
    },
  }
}
export type People = Awaited<ReturnType<typeof peopleOf>>
