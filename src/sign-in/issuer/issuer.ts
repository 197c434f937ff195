import { randomUUIDv7 } from 'node:crypto'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { decodeJwt } from 'jose'
import { retention } from '../../foundation/retention.ts'
import { originPatterns } from '../../kernel/http/cors.ts'
import type { Jobs } from '../../kernel/jobs/jobs.ts'
import { secondsOf } from '../../kernel/records/retention.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import type { Log } from '../../kernel/telemetry/log.ts'
import { isExpected } from '../../people/users/expected.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../people/users/passwords.ts'
import { rememberClientNetwork } from '../known-client-networks.ts'
import { BASE, cookiePrefixAt } from '../paths.ts'
import { SECOND_FACTOR_LOCK_SECONDS } from '../refusals.ts'
import {
  admitArrival,
  becomeSomebody,
  endSessions,
  forgetSignUps,
  forgetWhatWasGranted,
  lockUnverified,
  type SignInAccount,
  settleSignUp,
  startOver,
  userBehind,
} from './accounts.ts'
import { currentExchange } from './exchange.ts'
import { hashOnce, verifyOnce } from './hashing.ts'
import { forgetForeignVariables, libraryLog } from './library.ts'
import { mailedLinks, RESET_SECONDS, VERIFICATION_SECONDS } from './mailed-links.ts'
import { issuerMails } from './mails.ts'
import { otherSessions } from './other-sessions.ts'
import { type Erase, ownAccount } from './own-account.ts'
import { passkeys } from './passkeys.ts'
import { outsideProviders } from './provider.ts'
import type { ProviderRequests } from './provider-requests.ts'
import { signInSecrets } from './secrets.ts'
import { refused, sessionCreation } from './session-creation.ts'
import { storage } from './storage.ts'

interface IssuerParts {
  readonly config: Config
  readonly secrets: Secrets
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly log: Log
  readonly requests: ReadonlyMap<string, ProviderRequests>
  readonly publicUrl: string
  readonly erase: Erase
}

export type Issuer = ReturnType<typeof openIssuer>

/** Configures Better Auth: its flows, with our tables, mails, passwords and users. */
export function openIssuer({ config, secrets, jobs, log, requests, publicUrl, erase }: IssuerParts) {
  const outside = outsideProviders([...requests.values()], { secrets, log })
  forgetForeignVariables()
  const secret = secrets.derive('sign-in').toString('base64url')
  const mails = issuerMails(config, jobs)
  const links = mailedLinks({
    publicUrl,
    secret,
    mails,
    keepChoice: async choice => (await auth.$context).internalAdapter.createVerificationValue(choice),
  })

  /** With AUTH_SIGNUP=invite, also refuses earlier sign-ups and withdrawn invitations. */
  async function refuseUninvited({ email }: SignInAccount): Promise<void> {
    if (config.signup === 'invite' && !(await isExpected(currentExchange().reads(), email)))
      throw refused('FORBIDDEN', 'SIGNUP_CLOSED')
  }

  const auth = betterAuth({
    appName: 'Parvis',
    baseURL: new URL(publicUrl).origin,
    basePath: BASE,
    secrets: signInSecrets(secrets),
    secret,
    trustedOrigins: originPatterns(config),
    database: storage,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    // Unexpected errors are thrown to the server, which answers and logs them.
    onAPIError: { throw: true },
    logger: {
      level: 'warn',
      disableColors: true,
      log: libraryLog(log),
    },
    advanced: {
      cookiePrefix: cookiePrefixAt(publicUrl),
      // Would put `__Secure-` before the prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: publicUrl.startsWith('https:'), path: '/' },
      // Set explicitly: unset, the library disables both checks when NODE_ENV is "test".
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => randomUUIDv7(), validateSchema: false },
    },
    session: { expiresIn: secondsOf(retention.sessions.kept), updateAge: 24 * 3600, freshAge: 0 },
    // Expired rows are removed at night: the library would delete them on every read, so that reads write and wait for
    // locks.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      password: {
        hash: hashOnce,
        verify: ({ hash, password }) => verifyOnce(hash, password),
      },
      async onExistingUserSignUp({ user }) {
        if (user.emailVerified) return await mails.queue(user, { template: 'account-exists', data: {} })
        const { body } = currentExchange()
        const hash = await hashOnce(String(body.password))
        await startOver(await currentExchange().writes(), user.id, String(body.name ?? ''), hash)
        await links.confirm(user)
      },
      sendResetPassword: ({ user, token }) => links.reset(user, token),
      /** The reader of the mail owns the address, so a reset also verifies it. */
      async onPasswordReset({ user }) {
        const tx = await currentExchange().writes()
        if (await lockUnverified(tx, user.id)) {
          await refuseUninvited(user)
          await becomeSomebody(tx, user)
        } else await mails.queue(user, { template: 'password-changed', data: { at: new Date() } })
        const somebody = await userBehind(user.id)
        if (somebody) await endSessions(tx, somebody.id)
        await forgetSignUps(tx, user.id)
        await forgetWhatWasGranted(tx, user.id)
        await rememberClientNetwork(tx, user.id, await currentExchange().clientNetworkHash())
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: VERIFICATION_SECONDS,
      autoSignInAfterVerification: false,
      sendVerificationEmail: ({ user }) => links.confirm(user),
      async beforeEmailVerification(user, request) {
        const tx = await currentExchange().writes()
        const token = URL.parse(request?.url ?? '')?.searchParams.get('token') ?? ''
        // The signature has been checked before.
        const { signUp } = decodeJwt(token)
        // A verified address: following the link again changes nothing.
        if (!(await lockUnverified(tx, user.id))) return
        await refuseUninvited(user)
        if (!(await settleSignUp(tx, user.id, String(signUp)))) throw refused('BAD_REQUEST', 'INVALID_TOKEN')
        // The person was invited after that sign-up, whose password may be a stranger's.
        if (!(await isExpected(tx, user.email))) return
        await links.invite(user)
        throw refused('BAD_REQUEST', 'INVALID_TOKEN')
      },
      async afterEmailVerification(user) {
        await becomeSomebody(await currentExchange().writes(), user)
      },
    },
    databaseHooks: {
      session: { create: sessionCreation },
      account: {
        create: {
          before: async ({ providerId }) => (providerId === 'credential' ? undefined : { data: NOT_KEPT }),
          async after({ providerId, userId }) {
            const { arrival } = currentExchange()
            if (providerId === 'credential' || !arrival) return
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
            await mails.queue(user, { template: 'second-factor-changed', data: { at: new Date(), enabled } })
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
      // Only signed tokens: a token read from a table or a list is useless.
      bearer({ requireSignature: true }),
      passkeys({ ...config, publicUrl }),
      otherSessions(),
      ownAccount({ config: { ...config, publicUrl }, secrets, mails, erase }),
      ...(outside ? [outside] : []),
    ],
  })
  return auth
}

/** The provider's tokens are not stored, because nothing more is requested with them. */
const NOT_KEPT = { accessToken: null, refreshToken: null, idToken: null }
