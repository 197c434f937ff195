import type { TProperties } from 'typebox'
import { about, Id, List, Name, Nullable, named, Obj, Optional, SOME_ID, Word } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../people/users/passwords.ts'

/** Requests and replies of `/auth`, with the library's field names, which its clients use. */

const Email = Type.String({ maxLength: 254, description: 'An e-mail address' })
const NewPassword = Type.String({ minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD })
const Password = Type.String({ minLength: 1, maxLength: LONGEST_PASSWORD })
const ReturnAddress = named(
  'ReturnAddress',
  Type.String({
    maxLength: 2_000,
    description: 'The address to redirect the browser to, below PUBLIC_URL or one of CORS_ORIGINS',
  }),
)
const Code = Type.String({ minLength: 1, maxLength: 40 })
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
    name: Optional(Name(200, 0)),
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
    revokeOtherSessions: Optional(Type.Boolean()),
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
    provider: ProviderId,
    callbackURL: ReturnAddress,
    errorCallbackURL: Optional(ReturnAddress),
    disableRedirect: Optional(Type.Boolean()),
  }),
  { provider: 'oidc', callbackURL: '/', errorCallbackURL: '/connexion' },
)
export const SigningOut = named(
  'SignOut',
  Obj({ callbackURL: Optional(Type.String({ maxLength: 2_000 })) }),
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

const person = {
  id: Type.String({
    description:
      'The account at this issuer, and `sub` of its access tokens. The `id` of `/me` and `/admin/users` is another one',
  }),
  email: Nullable(Type.String()),
  name: Type.String(),
  emailVerified: Type.Boolean(),
  twoFactorEnabled: Optional(Type.Boolean()),
}
const Person = named('Account', Obj(person))

export const Done = named('Status', Obj({ status: Type.Boolean() }))
const EndSessionUrl = Optional(Type.String({ description: 'Ends the session at the provider' }))
export const SignedOut = Obj({ success: Type.Boolean(), url: EndSessionUrl })
export const SignedOutEverywhere = Obj({ status: Type.Boolean(), url: EndSessionUrl })
/** Equal for known and unknown addresses: contains nothing of the account. */
export const SignedUp = Obj({
  token: Nullable(Type.String()),
  user: Obj({ email: Type.String(), name: Type.String(), emailVerified: Type.Boolean() }),
})
export const SignedIn = Obj({
  token: Optional(
    Type.String({ description: 'For clients without cookies: send it as a bearer token, at /auth only' }),
  ),
  user: Optional(Person),
  redirect: Optional(Type.Boolean()),
  url: Optional(Type.String()),
  twoFactorRedirect: Optional(
    Type.Boolean({ description: '`true`: continue at /auth/two-factor/verify-totp' }),
  ),
  twoFactorToken: Optional(
    Type.String({
      description: 'With `twoFactorRedirect`, for clients without cookies: send it with the code',
    }),
  ),
  twoFactorMethods: Optional(List(Type.String())),
})
export const PasswordChanged = Obj({ token: Nullable(Type.String()), user: Person })
const session = {
  id: Type.String(),
  expiresAt: Instant,
  createdAt: Instant,
  updatedAt: Instant,
  userAgent: Nullable(Type.String()),
}
/** Null without a session. */
export const Current = Nullable(Obj({ session: Obj(session), user: Person }))
export const Sessions = List(
  Obj({
    ...session,
    token: Type.String({
      description: 'Identifies the session for /auth/revoke-session; cannot be used to sign in',
    }),
    current: Type.Boolean(),
  }),
)
export const SecondFactor = Obj({
  method: Type.String(),
  totpURI: Type.String(),
  backupCodes: List(Type.String()),
})
export const WithoutSecondFactor = Obj({
  status: Type.Boolean(),
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
export const TotpUri = Obj({ totpURI: Type.String() })
export const BackupCodes = Obj({ status: Type.Boolean(), backupCodes: List(Type.String()) })
export const Verified = Obj({ token: Optional(Type.String()), user: Optional(Person) })
export const Token = Obj({
  token: Type.String({ description: 'The bearer token for the API, valid for 15 minutes' }),
  secondFactorNeeded: Optional(
    Type.Boolean({
      description: '`true`: the roles of this user count only once they sign in with a second factor',
    }),
  ),
})
export const Options = Obj({
  signup: Word(['open', 'invite'], { open: 'anybody may sign up', invite: 'only invited people' }),
  provider: Nullable(
    Obj({
      label: Type.String(),
    }),
  ),
  providers: List(
    Obj({
      id: ProviderId,
      label: Type.String(),
    }),
  ),
  password: Obj({ min: Type.Integer(), max: Type.Integer() }),
  passkeys: Type.Boolean(),
})
export const Jwks = Obj({
  keys: List(
    Obj({
      kty: Type.String(),
      crv: Type.String(),
      x: Type.String(),
      kid: Type.String(),
      alg: Type.String(),
      use: Type.String(),
    }),
  ),
})
export const Started = Obj({ url: Type.String(), redirect: Type.Boolean() })
