import type { Answer, TestApp } from '../app.ts'
import { totp } from '../sign-in.ts'
import { PASSWORDS, type People, type Person, type Provider, ROLE } from './people.ts'
import type { Flow } from './rules.ts'

/** Each flow as requests: prepares them, and returns the slow one. */

type Act = () => Promise<Answer>
type Preparing = (person: Person, as: 'A' | 'B') => Act | Promise<Act>

export function flowsOf(app: TestApp, { auth, admin }: People, provider: Provider): Record<Flow, Preparing> {
  const own = { password: PASSWORDS.own }
  const at = (path: string, bearer: string, body: object) => () => auth.post(path, body, { bearer })
  const office = app.as(admin)
  /** Empty for a person who has no user when the cell begins. */
  const idOf = (person: Person) => person.id ?? ''

  return {
    'a stranger signs up':
      ({ email }) =>
      () =>
        auth.signUp(email, PASSWORDS.strangers, 'Étranger'),
    'follow the link':
      ({ link }) =>
      () =>
        auth.get(link),
    'be invited':
      ({ email }) =>
      () =>
        office.post('/admin/users', { email, roles: [ROLE] }),
    'accept the invitation':
      ({ chosen }) =>
      () =>
        auth.post('/reset-password', { token: chosen, newPassword: PASSWORDS.own }),
    'have the invitation withdrawn': person => () => office.delete(`/admin/users/${idOf(person)}/invite`),
    'be invited again': person => () => office.post(`/admin/users/${idOf(person)}/invite`),
    'sign in':
      ({ email }) =>
      () =>
        auth.signIn(email, PASSWORDS.own),
    'come from the provider': async ({ email }) => {
      const begun = await auth.post('/sign-in/social', {
        provider: 'oidc',
        callbackURL: '/',
        errorCallbackURL: '/connexion',
      })
      const cookie = begun.headers.getSetCookie().map(one => one.split(';')[0])
      return () => {
        provider.lies.claims = () => ({ sub: email, email, email_verified: true })
        const back = provider.arrive(begun.body.url)
        return auth.get(`/callback/oidc${back}`, { headers: { cookie: cookie.join('; ') } })
      }
    },
    reset:
      ({ chosen }) =>
      () =>
        auth.post('/reset-password', { token: chosen, newPassword: PASSWORDS.new }),
    'change the password': ({ computer }) =>
      at('/change-password', computer, {
        currentPassword: PASSWORDS.own,
        newPassword: PASSWORDS.changed,
        revokeOtherSessions: true,
      }),
    'ask for another address': ({ computer, newEmail }) =>
      at('/change-address', computer, { ...own, newEmail: `encore-${newEmail}` }),
    'confirm the address': ({ computer, addressToken }) =>
      at('/confirm-address', computer, { token: addressToken }),
    'close the account': ({ computer }) => at('/close-account', computer, own),
    'begin a second factor': ({ computer }) => at('/two-factor/enable', computer, own),
    'turn the second factor on': ({ computer, totpUri }, as) =>
      at('/two-factor/verify-totp', computer, { code: codeOf(totpUri, as) }),
    'turn the second factor off': ({ computer }) => at('/two-factor/disable', computer, own),
    'make new codes': ({ computer }) => at('/two-factor/generate-backup-codes', computer, own),
    'end a sign-in with a code':
      ({ half, totpUri }, as) =>
      () =>
        auth.post('/two-factor/verify-totp', { code: codeOf(totpUri, as), twoFactorToken: half }),
    'end a sign-in with a kept code':
      ({ half, backupCode }) =>
      () =>
        auth.post('/two-factor/verify-backup-code', { code: backupCode, twoFactorToken: half }),
    'sign out everywhere': ({ telephone }) => at('/revoke-sessions', telephone, {}),
    'sign out elsewhere': ({ telephone }) => at('/revoke-other-sessions', telephone, {}),
    'be signed out by an administrator': person => () =>
      office.delete(`/admin/users/${idOf(person)}/sessions`),
    'be suspended': person => () => office.patch(`/admin/users/${idOf(person)}`, { status: 'suspended' }),
    'lose the role': person => () => office.delete(`/admin/users/${idOf(person)}/roles/${ROLE}`),
    'have the second factor reset': person => () =>
      office.delete(`/admin/users/${idOf(person)}/second-factor`),
  }
}

/** A code is accepted once, so each of two flows has its own. */
const codeOf = (uri: string, as: 'A' | 'B') => totp(uri, Date.now() + (as === 'A' ? 30_000 : 0))

/** A redirect to the error page is a refusal too. */
export const isDone = ({ status, headers }: Answer) =>
  status < 400 && !/[?&]error=/.test(headers.get('location') ?? '')

/** The session in a reply, if any. */
export const sessionIn = ({ body, headers }: Answer): string | undefined =>
  headers.get('set-auth-token') ?? (typeof body?.token === 'string' ? body.token : undefined)
