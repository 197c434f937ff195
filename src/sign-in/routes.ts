import * as answers from './answers.ts'
import * as limits from './limits.ts'
import { DECLINING } from './paths.ts'
import { get, post, type SignInRow } from './row.ts'
import * as shapes from './shapes.ts'

/** Further refusals of rows that change something with a session. */
const WITH_SESSION = ['account_suspended', 'origin_forbidden'] as const
const CODE_REFUSED = ['invalid_code', 'second_factor_expired', 'second_factor_not_enabled'] as const

/**
 * The rows of `/auth`. Endpoints of the library without a row here are 404.
 *
 * Left out on purpose: the library's own ways to change address and name and to delete the account (ours ask for more,
 * notify and audit: `issuer/own-account.ts`), linking providers and their tokens (people are linked by rule), one-time
 * codes by mail (useless as a second factor beside a reset by the same mailbox), `verify-password`, `update-session`,
 * `ok` and `error` (pages of the library).
 */
export const signInRoutes: readonly SignInRow[] = [
  post('/sign-up/email', {
    summary: 'Sign up; a link is mailed to verify the address. Answers the same for an address that is known',
    description:
      'The mail has a link to `/auth/verify-email`, good for a day; it goes on to `callbackURL`. An invited person gets an invitation instead: the typed password is dropped, and the link lets them choose one (`/auth/reset-password`).',
    body: shapes.SignUp,
    reply: shapes.SignedUp,
    session: 'none',
    limit: [limits.signUp, limits.signUpMailbox],
    hashes: 'for anybody',
    errors: ['signup_closed', 'origin_forbidden'],
    run: answers.signUp,
    sameForAll: true,
  }),
  get('/verify-email', {
    summary:
      'The link of that mail: the address is verified, and the account becomes a user. A browser without a callbackURL is shown a page',
    description:
      'Goes on to `callbackURL`, with `?error=INVALID_TOKEN` or `?error=TOKEN_EXPIRED` where the link is no longer valid.',
    query: shapes.Verification,
    reply: shapes.Done,
    session: 'none',
    redirects: true,
    page: 'verified',
    errors: ['invalid_token', 'signup_closed', 'origin_forbidden'],
  }),
  post('/send-verification-email', {
    summary: 'Mail the link again; answers the same whether there is something to verify or not',
    body: shapes.Resend,
    reply: shapes.Done,
    session: 'none',
    limit: [limits.resendClientNetwork, limits.resend],
    errors: ['origin_forbidden'],
    run: answers.resendVerification,
  }),
  post('/sign-in/email', {
    summary: 'Sign in with a password; with a second factor, twoFactorRedirect says to go on with a code',
    description:
      'Answers the session: a cookie in a browser of the same site; other clients send `token` as a bearer. **With a second factor** there is no session yet, but `twoFactorRedirect`: `/auth/two-factor/verify-totp` or `verify-backup-code` takes the code with the cookie of this answer, or with its `twoFactorToken`. With a cookie, requests that change something must come from PUBLIC_URL or one of CORS_ORIGINS (`Origin`).',
    body: shapes.SignIn,
    reply: shapes.SignedIn,
    session: 'none',
    limit: [limits.signInClientNetwork, limits.signIn, limits.signInMailbox],
    hashes: 'for anybody',
    errors: ['invalid_credentials', 'email_not_verified', ...WITH_SESSION],
    run: answers.signIn,
  }),
  post('/sign-in/social', {
    summary: 'Begin to sign in at the outside provider; the browser goes on to url',
    description:
      'From a page of the same site alone: the browser keeps the cookie of this answer, and comes back with it to `/auth/callback/oidc`.',
    body: shapes.Provider,
    reply: shapes.Started,
    session: 'none',
    limit: [limits.outside],
    errors: ['not_found', 'origin_forbidden'],
  }),
  get('/callback/oidc', {
    summary: 'Where the provider sends the browser back to; on to callbackURL with a session',
    description: 'Where it failed, on to `errorCallbackURL?error=…`.',
    query: shapes.ProviderAnswer,
    reply: shapes.Done,
    session: 'none',
    redirects: true,
    errors: ['sign_in_failed'],
    run: answers.providerCallback,
  }),
  post('/sign-out', {
    summary: 'End this session',
    reply: shapes.SignedOut,
    session: 'none',
    errors: ['origin_forbidden'],
  }),
  get('/get-session', {
    summary: 'Who is signed in, or null',
    description: '`user.id` is the account at this issuer, and not the `id` of `/me`.',
    reply: shapes.Current,
    session: 'if any',
    errors: ['account_suspended'],
  }),
  get('/token', {
    summary: 'An access token for the API',
    reply: shapes.Token,
    session: 'needed',
    errors: ['account_suspended'],
    run: answers.token,
  }),
  get('/options', {
    summary: 'Options of a sign-in page: open sign-up, outside provider, password length',
    reply: shapes.Options,
    session: 'none',
    errors: [],
    run: answers.options,
  }),
  get('/jwks', {
    summary: 'The public keys that access tokens are signed with',
    reply: shapes.Jwks,
    session: 'none',
    errors: [],
    run: answers.jwks,
  }),
  post('/request-password-reset', {
    summary: 'Mail a link to choose a new password; answers the same whether there is an account or not',
    description:
      'The link is good once, for an hour, and goes on to `redirectTo?token=…`; where it is no longer good, with `?error=INVALID_TOKEN`. That page asks for the new password and sends both to `/auth/reset-password`.',
    body: shapes.AskReset,
    reply: shapes.Done,
    session: 'none',
    limit: [limits.resetClientNetwork, limits.reset],
    errors: ['origin_forbidden'],
    sameForAll: true,
  }),
  get('/reset-password/:token', {
    summary: 'The link of that mail: sends the browser on to callbackURL?token=…, or answers the token',
    params: shapes.ResetToken,
    query: shapes.ResetLink,
    reply: shapes.ResetToken,
    session: 'none',
    redirects: true,
    errors: ['invalid_token', 'invitation_withdrawn', 'origin_forbidden'],
    run: answers.openResetLink,
  }),
  post('/reset-password', {
    summary: 'Choose a new password with the token of the link; signs out everywhere',
    body: shapes.Reset,
    reply: shapes.Done,
    session: 'none',
    hashes: 'by link',
    errors: ['invalid_token', 'invitation_withdrawn', 'signup_closed', 'origin_forbidden'],
    run: answers.resetPassword,
  }),
  get(`${DECLINING}:token`, {
    summary: 'The other link of an invitation: a page that asks whether to decline it. It changes nothing',
    params: shapes.ResetToken,
    reply: shapes.Done,
    session: 'none',
    page: 'declining',
    errors: ['invalid_token'],
    run: answers.showInvitation,
  }),
  post(`${DECLINING}:token`, {
    summary: 'Decline an invitation with the token of its mail, without signing in; again changes nothing',
    description:
      'The invitation’s rights are removed and its links are void. The last administrator stays (`last_admin`).',
    params: shapes.ResetToken,
    reply: shapes.Done,
    session: 'none',
    limit: [limits.declining],
    page: 'declined',
    form: true,
    errors: ['invalid_token', 'last_admin'],
    run: answers.decline,
  }),
  post('/change-password', {
    summary: 'Change the password; the person is told by mail',
    body: shapes.ChangePassword,
    reply: shapes.PasswordChanged,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['invalid_password', 'account_suspended', 'origin_forbidden'],
    run: answers.changePassword,
  }),
  post('/change-address', {
    summary:
      'Ask for another address: the new one gets a link, the present one is told. Without a password here, sign in just before',
    description:
      'The link is `/espace/moi?confirmer=…` on this service, good once, for a day: whoever asked confirms it there, signed in, or a front end of one’s own sends what follows `confirmer=` to `/auth/confirm-address`.',
    body: shapes.ChangeAddress,
    reply: shapes.Done,
    session: 'needed',
    limit: [limits.passwordCheck, limits.addressChange],
    errors: ['invalid_password', 'sign_in_again', 'address_elsewhere', ...WITH_SESSION],
  }),
  post('/confirm-address', {
    summary: 'Take that address with the token of the link, signed in; the one from before is told',
    body: shapes.ConfirmAddress,
    reply: shapes.Done,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['invalid_token', 'conflict', ...WITH_SESSION],
  }),
  post('/close-account', {
    summary: 'Close the account for good: personal data is erased, publications stay; confirmed by mail',
    body: shapes.CloseAccount,
    reply: shapes.Done,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: [
      'invalid_password',
      'sign_in_again',
      'address_elsewhere',
      'last_owner',
      'last_admin',
      ...WITH_SESSION,
    ],
  }),
  get('/list-sessions', {
    summary: 'Where this person is signed in',
    reply: shapes.Sessions,
    session: 'needed',
    errors: ['account_suspended'],
    run: answers.listSessions,
  }),
  post('/revoke-session', {
    summary: 'End one session',
    body: shapes.OneSession,
    reply: shapes.Done,
    session: 'needed',
    errors: ['account_suspended', 'origin_forbidden'],
  }),
  post('/revoke-sessions', {
    summary: 'Sign out everywhere, here too',
    reply: shapes.Done,
    session: 'needed',
    errors: ['account_suspended', 'origin_forbidden'],
  }),
  post('/revoke-other-sessions', {
    summary: 'Sign out everywhere else',
    reply: shapes.Done,
    session: 'needed',
    errors: ['account_suspended', 'origin_forbidden'],
  }),
  post('/two-factor/enable', {
    summary:
      'Begin with a second factor: a secret for an authenticator app, and codes to keep; then verify-totp',
    description:
      '`totpURI` is shown as a QR code, `backupCodes` once. It is on when the first code was sent to `/auth/two-factor/verify-totp`.',
    body: shapes.WithPassword,
    reply: shapes.SecondFactor,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['invalid_password', 'second_factor_enabled', ...WITH_SESSION],
  }),
  post('/two-factor/get-totp-uri', {
    summary: 'The secret again, for another device',
    body: shapes.WithPassword,
    reply: shapes.TotpUri,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['invalid_password', 'second_factor_not_enabled', ...WITH_SESSION],
  }),
  post('/two-factor/verify-totp', {
    summary: 'A code of the authenticator app: ends a sign-in, or turns the second factor on',
    description:
      'Signed in, it turns the second factor on: the answer has a new session, and the one before has ended. To end a sign-in it takes the cookie of `/auth/sign-in/email`, or the `twoFactorToken` of its answer, within ten minutes. A code is good once. Five wrong ones end the sign-in, ten in a row lock the second factor for a quarter of an hour (429).',
    body: shapes.WithCode,
    reply: shapes.Verified,
    session: 'if any',
    limit: [limits.secondFactor],
    errors: [...CODE_REFUSED, ...WITH_SESSION],
    run: answers.verifyCode,
  }),
  post('/two-factor/verify-backup-code', {
    summary: 'One of the kept codes instead; each is good once',
    description: 'With the cookie or the `twoFactorToken` of the sign-in, like a code of the app.',
    body: shapes.WithCode,
    reply: shapes.Verified,
    session: 'if any',
    limit: [limits.secondFactor],
    errors: [...CODE_REFUSED, ...WITH_SESSION, 'conflict'],
  }),
  post('/two-factor/generate-backup-codes', {
    summary: 'New codes to keep; the old ones are void',
    body: shapes.WithPassword,
    reply: shapes.BackupCodes,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['invalid_password', 'second_factor_not_enabled', ...WITH_SESSION],
  }),
  post('/two-factor/disable', {
    summary: 'Turn the second factor off; the person is told by mail',
    body: shapes.WithPassword,
    reply: shapes.WithoutSecondFactor,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['invalid_password', 'account_suspended', 'origin_forbidden'],
    run: answers.disableSecondFactor,
  }),
]
