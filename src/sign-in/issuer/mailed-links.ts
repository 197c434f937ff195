import { randomBytes } from 'node:crypto'
import { signJWT } from 'better-auth/crypto'
import { retention } from '../../foundation/retention.ts'
import { secondsOf } from '../../kernel/records/retention.ts'
import { isExpected } from '../../people/users/expected.ts'
import { BASE, DECLINING } from '../paths.ts'
import { whatWaitsAt } from '../what-waits.ts'
import { dropPassword, keepSignUp, openSignUps, type SignInAccount } from './accounts.ts'
import { currentExchange } from './exchange.ts'
import { hashOnce } from './hashing.ts'
import type { IssuerMails } from './mails.ts'

const HOUR = 3600
export const VERIFICATION_SECONDS = 24 * HOUR
export const RESET_SECONDS = HOUR
/** The lifetime of an unconfirmed account. */
const INVITATION_SECONDS = secondsOf(retention.unconfirmed.kept)

/** A link by which the reader of a mail may choose a password once. */
interface Choice {
  readonly identifier: string
  readonly value: string
  readonly expiresAt: Date
}

interface Parts {
  readonly publicUrl: string
  readonly secret: string
  readonly mails: IssuerMails
  /** Lets the library know the link that a mail carries. */
  readonly keepChoice: (choice: Choice) => Promise<unknown>
}

/** The mails whose link opens an account: confirmation of an address, invitation, new password. */
export function mailedLinks({ publicUrl, secret, mails, keepChoice }: Parts) {
  const link = (path: string, query: Readonly<Record<string, string>>) => {
    const url = new URL(`${publicUrl}${BASE}${path}`)
    for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
    return url.href
  }
  const returnAddress = () => {
    const { body, query } = currentExchange()
    return String(body.callbackURL ?? body.redirectTo ?? query.callbackURL ?? '')
  }
  const choosing = (token: string, seconds: number) => ({
    link: link(`/reset-password/${token}`, { callbackURL: returnAddress() }),
    minutes: seconds / 60,
  })

  /** Mails a link to a new password, for a token that the library knows. */
  const reset = (account: Pick<SignInAccount, 'email'>, token: string) =>
    mails.queue(account, { template: 'reset-password', data: choosing(token, RESET_SECONDS) })

  async function newChoice(account: SignInAccount, seconds: number): Promise<string> {
    const token = randomBytes(24).toString('base64url')
    await keepChoice({
      identifier: `reset-password:${token}`,
      value: account.id,
      expiresAt: new Date(Date.now() + seconds * 1000),
    })
    return token
  }

  /**
   * For an address where a user is expected, perhaps with rights: the link lets its reader choose a password, so that a
   * click does not give these rights to a stranger who signed up with the address.
   */
  async function invite(account: SignInAccount): Promise<void> {
    await dropPassword(await currentExchange().writes(), account.id)
    const token = await newChoice(account, INVITATION_SECONDS)
    const waiting = await whatWaitsAt(currentExchange().reads(), account.email)
    const decline = link(DECLINING + token, {})
    const data = { ...choosing(token, INVITATION_SECONDS), ...waiting, decline }
    await mails.queue(account, { template: 'invitation', data })
  }

  /**
   * The link activates only the password of its own sign-up. A link requested again lets its reader choose a password,
   * because several people may have signed up with the address.
   */
  async function confirm(account: SignInAccount): Promise<void> {
    const { body } = currentExchange()
    const tx = await currentExchange().writes()
    if (await isExpected(tx, account.email)) return await invite(account)
    let signUp: string | undefined
    if (body.password === undefined) {
      const [only, ...more] = await openSignUps(tx, account.id)
      if (only === undefined || more.length > 0)
        return await reset(account, await newChoice(account, RESET_SECONDS))
      signUp = only
    } else {
      const passwordHash = await hashOnce(String(body.password))
      const asked = { name: String(body.name ?? ''), passwordHash }
      signUp = await keepSignUp(tx, account.id, asked, VERIFICATION_SECONDS)
    }
    const token = await signJWT({ email: account.email, signUp }, secret, VERIFICATION_SECONDS)
    await mails.queue(account, {
      template: 'verify-email',
      data: {
        link: link('/verify-email', { token, callbackURL: returnAddress() }),
        minutes: VERIFICATION_SECONDS / 60,
      },
    })
  }

  return { confirm, invite, reset }
}
