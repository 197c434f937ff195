import type { TProperties } from 'typebox'
import { about, Id, List, Name, Nullable, named, Obj, Optional, SOME_ID, Word } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../people/users/passwords.ts'

/** Requests and replies of `/auth`, with the library's field names, which its clients use. */

const Email = Type.String({ maxLength: 254, description: 'An e-mail address' })
const NewPassword = Type.String({
  minLength: SHORTEST_PASSWORD,
  maxLength: LONGEST_PASSWORD,
  description: 'The new password',
})
const Password = Type.String({
  minLength: 1,
  maxLength: LONGEST_PASSWORD,
  description: 'The password of the account',
})
const ReturnAddress = named(
  'ReturnAddress',
  Type.String({
    maxLength: 2_000,
    description: 'The address to redirect the browser to, below PUBLIC_URL or one of CORS_ORIGINS',
  }),
)
const Code = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'The code of the authenticator, or a backup code',
})
const Base64Url = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength })
const Instant = Type.String({ format: 'date-time' })

/** Characters that PostgreSQL can store and a URL can contain. */
const LinkToken = Type.String({
  pattern: '^[A-Za-z0-9_.-]{1,2000}$',
  description: 'The token in the link of the mail',
})

export const SignUp = named(
  'SignUp',
  Obj({
    email: Email,
    password: NewPassword,
    name: Optional(about('How the person is called', Name(200, 0))),
    callbackURL: Optional(ReturnAddress),
  }),
  { email: 'anne@exemple.fr', password: 'une phrase assez longue', name: 'Anne' },
)
export const SignIn = named(
  'SignIn',
  Obj({
    email: Email,
    password: Password,
    rememberMe: Optional(
      Type.Boolean({ description: '`false` ends the session with the browser, or after a day' }),
    ),
    callbackURL: Optional(ReturnAddress),
  }),
  { email: 'anne@exemple.fr', password: 'une phrase assez longue' },
)
export const Resend = named(
  'ResendVerification',
  Obj({ email: Email, callbackURL: Optional(ReturnAddress) }),
  { email: 'anne@exemple.fr' },
)
export const AskReset = named(
  'PasswordResetRequest',
  Obj({ email: Email, redirectTo: Optional(ReturnAddress) }),
  { email: 'anne@exemple.fr' },
)
export const Reset = named('PasswordReset', Obj({ newPassword: NewPassword, token: LinkToken }), {
  token: 'as-the-link-has-it',
  newPassword: 'une autre phrase longue',
})
export const ChangePassword = named(
  'PasswordChange',
  Obj({
    currentPassword: Password,
    newPassword: NewPassword,
    revokeOtherSessions: Optional(about('`true` ends all other sessions', Type.Boolean())),
  }),
  {
    currentPassword: 'une phrase assez longue',
    newPassword: 'une autre phrase longue',
    revokeOtherSessions: true,
  },
)
const ProofOfOneself = Optional(
  Type.String({
    minLength: 1,
    maxLength: LONGEST_PASSWORD,
    description:
      'The present password; omit it for an account of the external provider that has just signed in',
  }),
)
export const ChangeAddress = named('AddressChange', Obj({ newEmail: Email, password: ProofOfOneself }), {
  newEmail: 'anne.martin@exemple.fr',
  password: 'une phrase assez longue',
})
export const ConfirmAddress = named('AddressConfirmation', Obj({ token: LinkToken }), {
  token: 'as-the-link-has-it',
})
export const CloseAccount = named(
  'AccountClosing',
  Obj({
    password: ProofOfOneself,
    leaveAlone: Optional(
      Type.Boolean({ description: '`true` closes the account even if an acteur loses its last owner' }),
    ),
  }),
  { password: 'une phrase assez longue' },
)
export const OneSession = named(
  'SessionToRevoke',
  Obj({
    token: Type.String({
      pattern: '^[A-Za-z0-9_:-]{1,200}$',
      description: 'The `token` of a session from GET /auth/list-sessions',
    }),
  }),
  { token: 'as-the-list-has-it' },
)
export const WithPassword = named('PasswordProof', Obj({ password: Password }), {
  password: 'une phrase assez longue',
})
export const WithCode = named(
  'SecondFactorCode',
  Obj({
    code: Code,
    trustDevice: Optional(
      Type.Boolean({ description: '`true` sets a cookie: this browser needs no code for thirty days' }),
    ),
    twoFactorToken: Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{1,1000}$',
        description: 'The `twoFactorToken` of the sign-in, for clients without cookies',
      }),
    ),
  }),
  { code: '123456' },
)
export const Verification = Obj({
  token: LinkToken,
  callbackURL: Optional(ReturnAddress),
})
export const ResetLink = Obj({ callbackURL: Optional(ReturnAddress) })
export const ResetToken = Obj({ token: LinkToken })
export const ResetOpened = Obj({
  token: LinkToken,
  email: about('The address of the account, for the form and for what keeps passwords', Type.String()),
})
const ProviderId = Type.String({
  pattern: '^[a-z0-9]{1,20}$',
})
export const ProviderNamed = Obj({
  provider: about('The provider, as `GET /auth/options` names it', ProviderId),
})
export const Provider = named(
  'ProviderSignIn',
  Obj({
    provider: about('The `id` of a provider from `GET /auth/options`', ProviderId),
    callbackURL: ReturnAddress,
    errorCallbackURL: Optional(ReturnAddress),
    disableRedirect: Optional(Type.Boolean({ description: '`true`: the client opens `url` itself' })),
  }),
  { provider: 'oidc', callbackURL: '/', errorCallbackURL: '/connexion' },
)
export const SigningOut = named(
  'SignOut',
  Obj({
    callbackURL: Optional(
      about('Where the browser goes after the sign-out at the provider', Type.String({ maxLength: 2_000 })),
    ),
  }),
  {
    callbackURL: '/',
  },
)
export const AfterSignOut = Obj({ state: Optional(Type.String({ maxLength: 4_000 })) })
export const LogoutToken = named(
  'BackChannelLogout',
  Obj({ logout_token: Type.String({ minLength: 1, maxLength: 16_000 }) }),
  { logout_token: 'eyJ…' },
)
export const ProviderAnswer = Obj({
  state: Optional(Type.String({ maxLength: 4_000, description: 'Identifies the sign-in that was begun' })),
  code: Optional(Type.String({ maxLength: 4_000, description: 'The service exchanges it for an ID token' })),
  iss: Optional(Type.String({ maxLength: 2_000, description: 'The issuer, that is the provider' })),
  error: Optional(Type.String({ maxLength: 500, description: 'Why the provider refused: `access_denied`' })),
  error_description: Optional(Type.String({ maxLength: 2_000, description: 'The reason as a sentence' })),
})

const PersonName = about('How the person is called; may be empty', Type.String())
const EmailVerified = about('Whether the address was confirmed', Type.Boolean())
const person = {
  id: Type.String({
    description:
      'The account at this issuer, and `sub` of its access tokens. The `id` of `/me` and `/admin/users` is another one',
  }),
  email: about('The address; null without one', Nullable(Type.String())),
  name: PersonName,
  emailVerified: EmailVerified,
  twoFactorEnabled: Optional(about('Whether signing in takes a second factor', Type.Boolean())),
}
const Person = named('Account', Obj(person))
const user = about('The account', Person)

const status = about('Always `true`: errors have another HTTP status', Type.Boolean())
export const Done = named('Status', Obj({ status }))
const EndSessionUrl = Optional(Type.String({ description: 'Ends the session at the provider' }))
export const SignedOut = Obj({ success: status, url: EndSessionUrl })
export const SignedOutEverywhere = Obj({ status, url: EndSessionUrl })
/** Equal for known and unknown addresses: contains nothing of the account. */
export const SignedUp = Obj({
  token: about('Always null: the address is confirmed first', Nullable(Type.String())),
  user: about(
    'What was sent',
    Obj({
      email: about('The address', Type.String()),
      name: PersonName,
      emailVerified: EmailVerified,
    }),
  ),
})
export const SignedIn = Obj({
  token: Optional(
    Type.String({ description: 'For clients without cookies: send it as a bearer token, at /auth only' }),
  ),
  user: Optional(user),
  redirect: Optional(about('Whether the client goes to `url`', Type.Boolean())),
  url: Optional(about('The `callbackURL` of the request', Type.String())),
  twoFactorRedirect: Optional(
    Type.Boolean({ description: '`true`: continue at /auth/two-factor/verify-totp' }),
  ),
  twoFactorToken: Optional(
    Type.String({
      description: 'With `twoFactorRedirect`, for clients without cookies: send it with the code',
    }),
  ),
  twoFactorMethods: Optional(about('The second factors that the account has', List(Type.String()))),
})
export const PasswordChanged = Obj({
  token: about('The new session, where all others were ended; else null', Nullable(Type.String())),
  user,
})
const session = {
  id: about('The id of the session', Type.String()),
  expiresAt: about('When it ends without use', Instant),
  createdAt: about('When it began', Instant),
  updatedAt: about('When it was last extended', Instant),
  userAgent: about('The browser, as it names itself', Nullable(Type.String())),
}
/** Null without a session. */
export const Current = Nullable(Obj({ session: about('The session', Obj(session)), user }))
export const Sessions = List(
  Obj({
    ...session,
    token: Type.String({
      description: 'Identifies the session for /auth/revoke-session; cannot be used to sign in',
    }),
    current: about('Whether the request was made in it', Type.Boolean()),
  }),
)
const totpURI = about('For the authenticator, as a QR code', Type.String())
const backupCodes = about('Each replaces a code once', List(Type.String()))
export const SecondFactor = Obj({
  method: about('The kind of second factor: `totp`', Type.String()),
  totpURI,
  backupCodes,
})
export const WithoutSecondFactor = Obj({
  status,
  token: Optional(Type.String({ description: 'The new session; the old one has ended' })),
})
/** As `PublicKeyCredential.toJSON()` writes it; further fields are ignored. */
const credential = <T extends TProperties>(fields: T) =>
  Type.Object(
    {
      id: Base64Url(1_400),
      response: Type.Object({
        clientDataJSON: Base64Url(4_000),
        authenticatorData: Base64Url(4_000),
        ...fields,
      }),
    },
    { description: '`toJSON()` of the browser’s answer' },
  )
const EXAMPLE = { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4…'.slice(0, 20), authenticatorData: 'SZYN5Y' }
export const WithOwnPassword = named('OwnPassword', Obj({ password: ProofOfOneself }), {
  password: 'une phrase assez longue',
})
export const NewPasskey = named(
  'NewPasskey',
  Obj({
    name: Name(60),
    response: credential({ transports: Optional(List(Type.String({ maxLength: 20 }), 10)) }),
  }),
  { name: 'Téléphone d’Anne', response: { id: 'Yx-1', response: EXAMPLE } },
)
export const UsedPasskey = named(
  'UsedPasskey',
  Obj({
    response: credential({
      signature: Base64Url(2_000),
      userHandle: Optional(Nullable(Base64Url(200))),
    }),
  }),
  { response: { id: 'Yx-1', response: { ...EXAMPLE, signature: 'MEUCIQ' } } },
)
export const PasskeyToRemove = named('PasskeyToRemove', Obj({ id: Id, password: ProofOfOneself }), {
  id: SOME_ID,
  password: 'une phrase assez longue',
})
/** The fields differ by what is asked; the browser checks them. */
export const PasskeyOptions = Type.Unsafe<object>({ type: 'object', additionalProperties: true })
export const OwnPasskey = named(
  'Passkey',
  Obj({
    id: Id,
    name: Nullable(Type.String()),
    createdAt: Instant,
    lastUsedAt: Nullable(Instant),
    backedUp: Type.Boolean(),
  }),
)
export const OwnPasskeys = List(OwnPasskey)
export const TotpUri = Obj({ totpURI })
export const BackupCodes = Obj({ status, backupCodes })
const sessionToken = about('The session, for clients without cookies', Type.String())
export const Verified = Obj({ token: Optional(sessionToken), user: Optional(user) })
export const Token = Obj({
  token: Type.String({ description: 'The bearer token for the API, valid for 15 minutes' }),
  secondFactorNeeded: Optional(
    Type.Boolean({
      description: '`true`: the roles of this user count only once they sign in with a second factor',
    }),
  ),
})
const label = about('Its name for people', Type.String())
export const Options = Obj({
  signup: Word(['open', 'invite'], { open: 'anybody may sign up', invite: 'only invited people' }),
  provider: Nullable(about('The provider whose settings have no name; null without it', Obj({ label }))),
  providers: about(
    'With whom one can sign in without a password',
    List(Obj({ id: about('The name for `POST /auth/sign-in/social`', ProviderId), label })),
  ),
  password: about(
    'The length of passwords',
    Obj({
      min: about('The fewest characters', Type.Integer()),
      max: about('The most characters', Type.Integer()),
    }),
  ),
  passkeys: about('Whether one can sign in with a passkey', Type.Boolean()),
})
export const Jwks = Obj({
  keys: about(
    'The public keys, as RFC 7517 says',
    List(
      Obj({
        kty: about('The kind of key', Type.String()),
        crv: about('The curve', Type.String()),
        x: about('The key itself, in base64url', Type.String()),
        kid: about('The id, as tokens name it', Type.String()),
        alg: about('The algorithm of signatures', Type.String()),
        use: about('`sig`: for signatures', Type.String()),
      }),
    ),
  ),
})
export const Started = Obj({
  url: about('The page of the provider', Type.String()),
  redirect: about('False with `disableRedirect`: the client opens it itself', Type.Boolean()),
})
