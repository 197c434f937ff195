import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { signJWT } from 'better-auth/crypto'
import { betterAuth } from 'better-auth/minimal'
import { bearer, twoFactor } from 'better-auth/plugins'
import { decodeJwt } from 'jose'
import type { Config } from '../../kernel/config.ts'
import type { Door } from '../../kernel/fetch/fetch.ts'
import type { Jobs } from '../../kernel/jobs/jobs.ts'
import type { Log } from '../../kernel/log.ts'
import { secondsOf } from '../../kernel/retention.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { retention } from '../../retention.ts'
import { isExpected } from '../../users/expected.ts'
import { hashPassword, LONGEST_PASSWORD, SHORTEST_PASSWORD, verifyPassword } from '../../users/passwords.ts'
import { BASE } from '../endpoints.ts'
import { rememberHousehold } from '../known-households.ts'
import { SECOND_FACTOR_LOCK_SECONDS } from '../refusals.ts'
import {
  admitArrival,
  becomeSomebody,
  dropPassword,
  forgetSignUps,
  forgetWhatWasGranted,
  keepSignUp,
  lockUnverified,
  openSignUps,
  type SignInAccount,
  settleSignUp,
  startOver,
  userBehind,
} from './accounts.ts'
import { currentExchange } from './exchange.ts'
import { letters } from './letters.ts'
import { forgetForeignVariables, libraryLog } from './library.ts'
import { otherSessions } from './other-sessions.ts'
import { outsideProvider, PROVIDER } from './provider.ts'
import { storage } from './storage.ts'

export interface IssuerParts {
  readonly config: Config
  readonly secrets: Secrets
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly log: Log
  readonly door: Door
  readonly publicUrl: string
}

const HOUR = 3600
const VERIFICATION_SECONDS = 24 * HOUR
const RESET_SECONDS = HOUR
/** The account that it opens waits as long. */
const INVITATION_SECONDS = secondsOf(retention.unconfirmed.kept)

export type Issuer = ReturnType<typeof openIssuer>

/** Better Auth as this service uses it: its flows, our tables, our mails, our passwords, our people. */
export function openIssuer({ config, secrets, jobs, log, door, publicUrl }: IssuerParts) {
  const outside = outsideProvider({ config, secrets, door, log })
  forgetForeignVariables()
  const secret = secrets.derive('sign-in').toString('base64url')
  const post = letters(config, jobs)
  const link = (path: string, query: Readonly<Record<string, string>>) => {
    const url = new URL(`${publicUrl}${BASE}${path}`)
    for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
    return url.href
  }
  const returnAddress = () => {
    const { callbackURL, redirectTo } = currentExchange().body
    return String(callbackURL ?? redirectTo ?? '')
  }

  /**
   * The link lets in the password of its own sign-up, and no other. One that is asked for again, where several people
   * may have signed up with the address, lets its reader choose one: nobody knows whose it would be.
   */
  async function mailVerification(account: SignInAccount): Promise<void> {
    const { body } = currentExchange()
    const tx = await currentExchange().writes()
    if (await isExpected(tx, account.email)) return await mailInvitation(account)
    let signUp: string | undefined
    if (body.password === undefined) {
      const [only, ...more] = await openSignUps(tx, account.id)
      if (only === undefined || more.length > 0) return await mailChoice(account)
      signUp = only
    } else {
      const passwordHash = await hashOnce(String(body.password))
      const asked = { name: String(body.name ?? ''), passwordHash }
      signUp = await keepSignUp(tx, account.id, asked, VERIFICATION_SECONDS)
    }
    const token = await signJWT({ email: account.email, signUp }, secret, VERIFICATION_SECONDS)
    await post.send(account, {
      template: 'verify-email',
      data: {
        link: link('/verify-email', { token, callbackURL: returnAddress() }),
        minutes: VERIFICATION_SECONDS / 60,
      },
    })
  }

  /**
   * Somebody is waited for at this address, perhaps with rights. A click must not hand them to whoever typed the
   * address and a password of their own: the link lets its reader choose one.
   */
  async function mailInvitation(account: SignInAccount): Promise<void> {
    await dropPassword(await currentExchange().writes(), account.id)
    const data = await linkToChoose(account, INVITATION_SECONDS)
    await post.send(account, { template: 'invitation', data })
  }

  async function mailChoice(account: SignInAccount): Promise<void> {
    const data = await linkToChoose(account, RESET_SECONDS)
    await post.send(account, { template: 'reset-password', data })
  }

  async function linkToChoose(account: SignInAccount, seconds: number) {
    const { internalAdapter } = await auth.$context
    const token = randomBytes(24).toString('base64url')
    await internalAdapter.createVerificationValue({
      identifier: `reset-password:${token}`,
      value: account.id,
      expiresAt: new Date(Date.now() + seconds * 1000),
    })
    return {
      link: link(`/reset-password/${token}`, { callbackURL: returnAddress() }),
      minutes: seconds / 60,
    }
  }

  /** Whose invitation was taken back, or who signed up while everybody could, has no way in any more. */
  async function refuseUninvited({ email }: SignInAccount): Promise<void> {
    if (config.signup === 'invite' && !(await isExpected(currentExchange().reads(), email)))
      throw refused('FORBIDDEN', 'SIGNUP_CLOSED')
  }

  const auth = betterAuth({
    appName: 'Parvis',
    baseURL: new URL(publicUrl).origin,
    basePath: BASE,
    secrets: [{ version: 1, value: secret }],
    secret,
    trustedOrigins: [...config.corsOrigins],
    database: storage,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    // What is not a refusal of the library is thrown: ours to answer and to log.
    onAPIError: { throw: true },
    logger: {
      level: 'warn',
      disableColors: true,
      log: libraryLog(log),
    },
    advanced: {
      cookiePrefix: 'parvis',
      useSecureCookies: publicUrl.startsWith('https:'),
      // Said aloud: unset, the library drops both checks when NODE_ENV is "test".
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => randomUUIDv7(), validateSchema: false },
    },
    session: { expiresIn: secondsOf(retention.sessions.kept), updateAge: 24 * HOUR, freshAge: 0 },
    // What is over goes at night: swept at each look, it would make every reader write, and wait for the others.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: hashOnce,
        verify: ({ hash, password }) => verifyPassword(hash, password, currentExchange()),
      },
      async onExistingUserSignUp({ user }) {
        if (user.emailVerified) return await post.send(user, { template: 'account-exists', data: {} })
        const { body } = currentExchange()
        const hash = await hashOnce(String(body.password))
        await startOver(await currentExchange().writes(), user.id, String(body.name ?? ''), hash)
        await mailVerification(user)
      },
      sendResetPassword: ({ user, token }) =>
        post.send(user, {
          template: 'reset-password',
          data: {
            link: link(`/reset-password/${token}`, { callbackURL: returnAddress() }),
            minutes: RESET_SECONDS / 60,
          },
        }),
      /** Whoever read the mail owns the address: a reset verifies it too. */
      async onPasswordReset({ user }) {
        const tx = await currentExchange().writes()
        if (await lockUnverified(tx, user.id)) {
          await refuseUninvited(user)
          await becomeSomebody(tx, user)
        } else await post.send(user, { template: 'password-changed', data: { at: new Date() } })
        await forgetSignUps(tx, user.id)
        await forgetWhatWasGranted(tx, user.id)
        await rememberHousehold(tx, user.id, await currentExchange().householdHash())
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: VERIFICATION_SECONDS,
      autoSignInAfterVerification: false,
      sendVerificationEmail: ({ user }) => mailVerification(user),
      async beforeEmailVerification(user, request) {
        const tx = await currentExchange().writes()
        const token = URL.parse(request?.url ?? '')?.searchParams.get('token') ?? ''
        // Its signature was checked by now.
        const { signUp } = decodeJwt(token)
        // Once it is verified, a link that is followed again changes nothing.
        if (!(await lockUnverified(tx, user.id))) return
        await refuseUninvited(user)
        if (!(await settleSignUp(tx, user.id, String(signUp)))) throw refused('BAD_REQUEST', 'INVALID_TOKEN')
      },
      async afterEmailVerification(user) {
        await becomeSomebody(await currentExchange().writes(), user)
      },
    },
    databaseHooks: {
      session: {
        create: {
          /** No session before the address is verified, nor for somebody who was shut out. */
          async before({ userId }) {
            const somebody = await userBehind(currentExchange().reads(), userId)
            if (!somebody) throw refused('FORBIDDEN', 'EMAIL_NOT_VERIFIED')
            if (somebody.status === 'suspended') throw refused('FORBIDDEN', 'ACCOUNT_SUSPENDED')
          },
          async after({ userId }) {
            const { writes, householdHash } = currentExchange()
            await rememberHousehold(await writes(), userId, await householdHash())
          },
        },
      },
      account: {
        create: {
          before: async ({ providerId }) => (providerId === PROVIDER ? { data: NOT_KEPT } : undefined),
          async after({ providerId, userId }) {
            const { arrival } = currentExchange()
            if (providerId !== PROVIDER || !arrival) return
            await admitArrival(await currentExchange().writes(), userId, arrival)
          },
        },
        update: {
          before: async change =>
            'accessToken' in change || 'idToken' in change ? { data: NOT_KEPT } : undefined,
        },
      },
      user: {
        update: {
          async before(change, context) {
            const enabled = (change as { twoFactorEnabled?: unknown }).twoFactorEnabled
            const user = context?.context.session?.user
            if (typeof enabled !== 'boolean' || !user) return
            await post.send(user, { template: 'second-factor-changed', data: { at: new Date(), enabled } })
            if (!enabled) await forgetWhatWasGranted(await currentExchange().writes(), user.id)
          },
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: 'Parvis',
        accountLockout: { durationSeconds: SECOND_FACTOR_LOCK_SECONDS },
        trustDeviceMaxAge: secondsOf(retention.trustedDevices.kept),
      }),
      // Only what we signed: a token that was read in a table or a list opens nothing.
      bearer({ requireSignature: true }),
      otherSessions(),
      ...(outside ? [outside] : []),
    ],
  })
  return auth
}

/** We ask the provider nothing more: what could be asked with them is not kept. */
const NOT_KEPT = { accessToken: null, refreshToken: null, idToken: null }

const refused = (status: 'BAD_REQUEST' | 'FORBIDDEN', code: string) =>
  new APIError(status, { code, message: code })

/** An address that is known and one that is not cost the same: one hash a request. */
function hashOnce(password: string): Promise<string> {
  const exchange = currentExchange()
  const hash = exchange.hashes.get(password) ?? hashPassword(password, exchange)
  exchange.hashes.set(password, hash)
  return hash
}
