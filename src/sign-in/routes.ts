import * as answers from './answers.ts'
import * as limits from './limits.ts'
import { options } from './options.ts'
import type { PageName } from './page-words.ts'
import * as passkeys from './passkeys.ts'
import {
  AGREEING,
  BACK_CHANNEL_LOGOUT,
  CONFIRMING_WEEK,
  DECLINING,
  DISAGREEING,
  SIGNED_OUT,
  STOPPING,
  STOPPING_WEEK,
} from './paths.ts'
import { get, post, type Run, type SignInRow } from './row.ts'
import * as shapes from './shapes.ts'
import * as singleSignOut from './single-sign-out.ts'

/** Further refusals of rows that change something with a session. */
const WITH_SESSION = ['account_suspended', 'origin_forbidden'] as const
const CODE_REFUSED = ['invalid_code', 'second_factor_expired', 'second_factor_not_enabled'] as const

/** An owner of an acteur says by a link whether they agree with a claim: a page with a button, then the answer. */
const claimAnswer = (path: string, asks: PageName, thanks: PageName, run: Run): SignInRow[] => [
  get(`${path}:token`, {
    summary: 'The link in the mail about a claim: a page that asks the owner to confirm. Changes nothing',
    params: shapes.ResetToken,
    reply: shapes.Done,
    session: 'none',
    page: asks,
    errors: ['invalid_token'],
    run: answers.showClaimAnswer,
  }),
  post(`${path}:token`, {
    summary:
      'Record the answer of a present owner to a claim, without signing in. The last answer counts while the claim waits',
    params: shapes.ResetToken,
    reply: shapes.Done,
    session: 'none',
    limit: [limits.answering],
    page: thanks,
    form: 'ignored',
    errors: ['invalid_token'],
    run,
  }),
]

interface WeekLink {
  readonly asks: PageName
  readonly show: Run
  readonly about: string
  readonly thanks: PageName
  readonly run: Run
  readonly does: string
  readonly limit: limits.SignInLimit
}
/** A link in the mails to residents without an account: a page with a button, then the answer. */
const weekLink = (path: string, link: WeekLink): SignInRow[] => [
  get(`${path}:token`, {
    summary: link.about,
    params: shapes.ResetToken,
    reply: shapes.Done,
    session: 'none',
    page: link.asks,
    errors: ['invalid_token'],
    run: link.show,
  }),
  post(`${path}:token`, {
    summary: link.does,
    params: shapes.ResetToken,
    reply: shapes.Done,
    session: 'none',
    limit: [link.limit],
    page: link.thanks,
    form: 'ignored',
    errors: ['invalid_token'],
    run: link.run,
  }),
]

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
    summary:
      'Sign up; mails a link that verifies the address. The reply is the same if the address has an account',
    description:
      'The link opens `/auth/verify-email`, is valid for a day, and redirects to `callbackURL`. A person who was invited before gets the invitation instead: the sent password is ignored, and its link lets them choose one (`/auth/reset-password`).',
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
      'The link of the verification mail: verifies the address and creates the user. Without `callbackURL`, browsers get a page',
    description:
      'Redirects to `callbackURL`; adds `?error=INVALID_TOKEN` or `?error=TOKEN_EXPIRED` if the link is not valid.',
    query: shapes.Verification,
    reply: shapes.Done,
    session: 'none',
    redirects: true,
    page: 'verified',
    errors: ['invalid_token', 'signup_closed', 'origin_forbidden'],
  }),
  post('/send-verification-email', {
    summary: 'Mail the verification link again; the reply is the same if there is nothing to verify',
    body: shapes.Resend,
    reply: shapes.Done,
    session: 'none',
    limit: [limits.resendClientNetwork, limits.resend],
    errors: ['origin_forbidden'],
    run: answers.resendVerification,
  }),
  post('/sign-in/email', {
    summary: 'Sign in with a password; `twoFactorRedirect` in the reply asks for a code of the second factor',
    description:
      'Returns the session: as a cookie for browsers of the same site, and as `token`, which other clients send as a bearer. **With a second factor**, the reply holds `twoFactorRedirect` instead of a session: send the code to `/auth/two-factor/verify-totp` or `verify-backup-code`, with the cookie of this reply or its `twoFactorToken`. Requests that use the cookie and change something must have PUBLIC_URL or one of CORS_ORIGINS as their `Origin`.',
    body: shapes.SignIn,
    reply: shapes.SignedIn,
    session: 'none',
    limit: [limits.signInClientNetwork, limits.signIn, limits.signInMailbox],
    hashes: 'for anybody',
    errors: ['invalid_credentials', 'email_not_verified', ...WITH_SESSION],
    run: answers.signIn,
  }),
  post('/sign-in/social', {
    summary: 'Begin to sign in with an external provider; send the browser to the returned `url`',
    description:
      'Only for pages of the same site: the browser must store the cookie of this reply and send it to `/auth/callback/…` later.',
    body: shapes.Provider,
    reply: shapes.Started,
    session: 'none',
    limit: [limits.outside],
    errors: ['not_found', 'origin_forbidden'],
    run: answers.beginAtProvider,
  }),
  get('/callback/:provider', {
    summary: 'The provider redirects the browser here; redirects to callbackURL with a session',
    description: 'If the sign-in failed, redirects to `errorCallbackURL?error=…`.',
    params: shapes.ProviderNamed,
    query: shapes.ProviderAnswer,
    reply: shapes.Done,
    session: 'none',
    redirects: true,
    errors: ['sign_in_failed'],
    run: answers.providerCallback,
  }),
  post('/sign-out', {
    summary: 'End this session; send the browser to `url`, if any, which ends that at the provider',
    body: shapes.SigningOut,
    reply: shapes.SignedOut,
    session: 'none',
    errors: ['origin_forbidden'],
    run: singleSignOut.signOut,
  }),
  get(SIGNED_OUT, {
    summary: 'The provider redirects here after a sign-out; redirects to its `callbackURL`',
    query: shapes.AfterSignOut,
    reply: shapes.Done,
    session: 'none',
    redirects: true,
    errors: ['origin_forbidden'],
    run: singleSignOut.signedOut,
  }),
  post(BACK_CHANNEL_LOGOUT, {
    summary: 'For providers: end the sessions that a logout token names (Back-Channel Logout 1.0)',
    body: shapes.LogoutToken,
    reply: shapes.Done,
    session: 'none',
    limit: [limits.backChannelLogout],
    form: 'body',
    errors: ['invalid_logout_token'],
    run: singleSignOut.backChannelLogout,
  }),
  get('/get-session', {
    summary: 'The current session and its account, or null',
    description: '`user.id` is the account at this issuer; it differs from the `id` of `/me`.',
    reply: shapes.Current,
    session: 'if any',
    errors: ['account_suspended'],
  }),
  get('/token', {
    summary: 'Get an access token for the API',
    reply: shapes.Token,
    session: 'needed',
    errors: ['account_suspended'],
    run: answers.token,
  }),
  get('/options', {
    summary: 'Options for a sign-in page: sign-up, external providers, password length',
    reply: shapes.Options,
    session: 'none',
    errors: [],
    run: options,
  }),
  get('/jwks', {
    summary: 'The public keys that verify access tokens',
    reply: shapes.Jwks,
    session: 'none',
    errors: [],
    run: answers.jwks,
  }),
  post('/request-password-reset', {
    summary: 'Mail a link to choose a new password; the reply is the same if there is no such account',
    description:
      'The link is valid once, for an hour. It redirects to `redirectTo?token=…`, or to `redirectTo?error=INVALID_TOKEN` when it is no longer valid. The page at `redirectTo` asks for the new password and sends it with the token to `/auth/reset-password`.',
    body: shapes.AskReset,
    reply: shapes.Done,
    session: 'none',
    limit: [limits.resetClientNetwork, limits.reset],
    errors: ['origin_forbidden'],
    sameForAll: true,
  }),
  get('/reset-password/:token', {
    summary:
      'The link of the password mail: redirects to `callbackURL?token=…`, or returns the token and its address',
    params: shapes.ResetToken,
    query: shapes.ResetLink,
    reply: shapes.ResetOpened,
    session: 'none',
    redirects: true,
    errors: ['invalid_token', 'invitation_withdrawn', 'origin_forbidden'],
    run: answers.openResetLink,
  }),
  post('/reset-password', {
    summary: 'Set a new password with the token of the link; ends all sessions',
    body: shapes.Reset,
    reply: shapes.Done,
    session: 'none',
    hashes: 'by link',
    errors: ['invalid_token', 'invitation_withdrawn', 'signup_closed', 'origin_forbidden'],
    run: answers.resetPassword,
  }),
  get(`${DECLINING}:token`, {
    summary: 'The second link of an invitation: a page that asks whether to decline. Changes nothing',
    params: shapes.ResetToken,
    reply: shapes.Done,
    session: 'none',
    page: 'declining',
    errors: ['invalid_token'],
    run: answers.showInvitation,
  }),
  post(`${DECLINING}:token`, {
    summary: 'Decline an invitation with the token of its mail, without signing in. Repeating has no effect',
    description:
      'Removes the rights that the invitation granted, and voids its links. The last administrator cannot decline (`last_admin`).',
    params: shapes.ResetToken,
    reply: shapes.Done,
    session: 'none',
    limit: [limits.declining],
    page: 'declined',
    form: 'ignored',
    errors: ['invalid_token', 'last_admin'],
    run: answers.decline,
  }),
  ...weekLink(CONFIRMING_WEEK, {
    asks: 'confirming week',
    show: answers.showWeekRequest,
    about: 'The link in the confirmation of a weekly mail: a page that asks to confirm. Changes nothing',
    thanks: 'confirmed week',
    run: answers.confirmWeek,
    does: 'Confirm the address of a weekly mail, within 48 hours. Repeating has no effect',
    limit: limits.confirmingWeek,
  }),
  ...weekLink(STOPPING_WEEK, {
    asks: 'stopping week',
    show: answers.showSubscription,
    about: 'The link below a weekly mail: a page that asks whether to stop it. Changes nothing',
    thanks: 'stopped week',
    run: answers.stopWeek,
    does: 'Stop a weekly mail and erase the address, without signing in (RFC 8058). Repeating has no effect',
    limit: limits.stoppingWeek,
  }),
  get(`${STOPPING}:token`, {
    summary: 'The link below a digest or alert: a page that asks whether to stop such mails. Changes nothing',
    params: shapes.ResetToken,
    reply: shapes.Done,
    session: 'none',
    page: 'stopping',
    errors: ['invalid_token'],
    run: answers.showDigest,
  }),
  post(`${STOPPING}:token`, {
    summary:
      'Stop the digests, or the alerts, with the token of a mail, without signing in (RFC 8058). Repeating has no effect',
    params: shapes.ResetToken,
    reply: shapes.Done,
    session: 'none',
    limit: [limits.stopping],
    page: 'stopped',
    form: 'ignored',
    errors: ['invalid_token'],
    run: answers.stopDigest,
  }),
  ...claimAnswer(AGREEING, 'agreeing', 'agreed', answers.agree),
  ...claimAnswer(DISAGREEING, 'disagreeing', 'disagreed', answers.disagree),
  post('/change-password', {
    summary: 'Change the password; the user is notified by mail',
    body: shapes.ChangePassword,
    reply: shapes.PasswordChanged,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['second_factor_required', 'invalid_password', 'account_suspended', 'origin_forbidden'],
    run: answers.changePassword,
  }),
  post('/change-address', {
    summary:
      'Request a change of address: the new address gets a link, the present one a notice. Users without a password must have just signed in',
    description:
      'The link is `/espace/moi?confirmer=…` on this service, valid once, for a day. The user confirms the address there while signed in. Another front end sends the text after `confirmer=` to `/auth/confirm-address`.',
    body: shapes.ChangeAddress,
    reply: shapes.Done,
    session: 'needed',
    limit: [limits.passwordCheck, limits.addressChange],
    errors: [
      'second_factor_required',
      'invalid_password',
      'sign_in_again',
      'address_elsewhere',
      ...WITH_SESSION,
    ],
  }),
  post('/confirm-address', {
    summary:
      'Confirm the new address with the token of the link, while signed in; the old address is notified',
    body: shapes.ConfirmAddress,
    reply: shapes.Done,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['second_factor_required', 'invalid_token', 'conflict', ...WITH_SESSION],
  }),
  post('/close-account', {
    summary: 'Close the account permanently: personal data is erased, publications stay; confirmed by mail',
    body: shapes.CloseAccount,
    reply: shapes.Done,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: [
      'second_factor_required',
      'invalid_password',
      'sign_in_again',
      'address_elsewhere',
      'last_owner',
      'last_admin',
      ...WITH_SESSION,
    ],
  }),
  get('/list-sessions', {
    summary: 'The sessions of the user',
    reply: shapes.Sessions,
    session: 'needed',
    errors: ['account_suspended'],
    run: answers.listSessions,
  }),
  post('/revoke-session', {
    summary: 'End one session of the user',
    body: shapes.OneSession,
    reply: shapes.Done,
    session: 'needed',
    errors: ['account_suspended', 'origin_forbidden'],
  }),
  post('/revoke-sessions', {
    summary: 'End all sessions of the user, including this one; `url` as at a sign-out',
    reply: shapes.SignedOutEverywhere,
    session: 'needed',
    errors: ['account_suspended', 'origin_forbidden'],
    run: singleSignOut.signOutEverywhere,
  }),
  post('/revoke-other-sessions', {
    summary: 'End all other sessions of the user',
    reply: shapes.Done,
    session: 'needed',
    errors: ['account_suspended', 'origin_forbidden'],
  }),
  post('/two-factor/enable', {
    summary:
      'Set up a second factor: returns a secret for an authenticator app, and backup codes; verify-totp activates it',
    description:
      'Show `totpURI` as a QR code, and `backupCodes` once. The second factor is active after the first code was sent to `/auth/two-factor/verify-totp`.',
    body: shapes.WithPassword,
    reply: shapes.SecondFactor,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['second_factor_required', 'invalid_password', 'second_factor_enabled', ...WITH_SESSION],
  }),
  post('/two-factor/get-totp-uri', {
    summary: 'Get the secret of the second factor again, for another device',
    body: shapes.WithPassword,
    reply: shapes.TotpUri,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['second_factor_required', 'invalid_password', 'second_factor_not_enabled', ...WITH_SESSION],
  }),
  post('/two-factor/verify-totp', {
    summary: 'Send a code of the authenticator app, to complete a sign-in or to activate the second factor',
    description:
      'With a session, activates the second factor: the reply holds a new session, and the old one ends. To complete a sign-in, send the cookie of `/auth/sign-in/email` or the `twoFactorToken` of its reply within ten minutes. Each code is valid once. Five wrong codes end the sign-in; ten in a row lock the second factor for fifteen minutes (429).',
    body: shapes.WithCode,
    reply: shapes.Verified,
    session: 'if any',
    limit: [limits.secondFactor],
    errors: [...CODE_REFUSED, ...WITH_SESSION],
    run: answers.verifyCode,
  }),
  post('/two-factor/verify-backup-code', {
    summary: 'Complete a sign-in with a backup code; each is valid once',
    description: 'Needs the cookie or the `twoFactorToken` of the sign-in, like `verify-totp`.',
    body: shapes.WithCode,
    reply: shapes.Verified,
    session: 'if any',
    limit: [limits.secondFactor],
    errors: [...CODE_REFUSED, ...WITH_SESSION, 'conflict'],
  }),
  post('/two-factor/generate-backup-codes', {
    summary: 'Create new backup codes; the old ones become void',
    body: shapes.WithPassword,
    reply: shapes.BackupCodes,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['second_factor_required', 'invalid_password', 'second_factor_not_enabled', ...WITH_SESSION],
  }),
  post('/two-factor/disable', {
    summary: 'Turn the second factor off; the user is notified by mail',
    body: shapes.WithPassword,
    reply: shapes.WithoutSecondFactor,
    session: 'needed',
    limit: [limits.passwordCheck],
    errors: ['invalid_password', 'account_suspended', 'origin_forbidden', 'second_factor_required'],
    run: answers.disableSecondFactor,
  }),
  post('/passkeys/begin', {
    summary: 'Add a passkey: returns the options of `navigator.credentials.create`',
    body: shapes.WithOwnPassword,
    reply: shapes.PasskeyOptions,
    session: 'needed',
    byBrowser: true,
    limit: [limits.passwordCheck],
    errors: [
      'second_factor_required',
      'invalid_password',
      'sign_in_again',
      'address_elsewhere',
      'not_found',
      ...WITH_SESSION,
    ],
    run: passkeys.beginRegistration,
  }),
  post('/passkeys/add', {
    summary: 'Store the new passkey, within five minutes; the user is notified by mail',
    body: shapes.NewPasskey,
    reply: shapes.OwnPasskey,
    session: 'needed',
    byBrowser: true,
    limit: [limits.passkey],
    errors: ['passkey_refused', 'conflict', ...WITH_SESSION],
    run: passkeys.register,
  }),
  post('/sign-in/passkey/begin', {
    summary: 'Sign in with a passkey: returns the options of `navigator.credentials.get`',
    reply: shapes.PasskeyOptions,
    session: 'none',
    byBrowser: true,
    limit: [limits.passkeyChallenge],
    errors: ['not_found', 'origin_forbidden'],
    run: passkeys.beginSignIn,
  }),
  post('/sign-in/passkey', {
    summary: 'Complete the sign-in, within five minutes; counts as two factors',
    body: shapes.UsedPasskey,
    reply: shapes.Verified,
    session: 'none',
    byBrowser: true,
    limit: [limits.passkey],
    errors: ['passkey_refused', 'email_not_verified', ...WITH_SESSION],
    run: passkeys.signInByPasskey,
  }),
  get('/passkeys', {
    summary: 'The passkeys of the user',
    reply: shapes.OwnPasskeys,
    session: 'needed',
    byBrowser: true,
    errors: ['account_suspended'],
    run: passkeys.list,
  }),
  post('/passkeys/remove', {
    summary: 'Remove a passkey, and end the other sessions that began with it; the user is notified by mail',
    body: shapes.PasskeyToRemove,
    reply: shapes.Done,
    session: 'needed',
    byBrowser: true,
    limit: [limits.passwordCheck],
    errors: ['second_factor_required', 'invalid_password', 'sign_in_again', 'not_found', ...WITH_SESSION],
    run: passkeys.remove,
  }),
]
