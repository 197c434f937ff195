import { Refusal } from '../refusals/refusal.ts'
import type { EnvironmentReader } from './environment.ts'

/** An OpenID Connect provider at which people sign in, whose access tokens are accepted, or both. */
export interface ProviderSettings {
  /** The last part of its callback address: `oidc`, or its name in OIDC_PROVIDERS. */
  readonly id: string
  readonly issuer: string
  /** Absent: its access tokens are refused. */
  readonly audience: string | undefined
  /** Absent: nobody signs in there through this service. */
  readonly client: { readonly id: string; readonly secret: string } | undefined
  /** The label of its sign-in button. */
  readonly label: string
  /** The roles that its groups give at each sign-in, as the operator wrote them, and the name of that variable. */
  readonly roleMap: { readonly variable: string; readonly text: string } | undefined
  /** The claim that holds the groups; dots lead into objects: `realm_access.roles`. */
  readonly groupsClaim: string
  readonly scope: string
  /** Levels of sign-in that are asked for; a sign-in at another level is refused. Empty: any. */
  readonly acrValues: readonly string[]
  /** Off for providers that refuse parameters they do not know. */
  readonly pkce: boolean
  /** Whether an address counts as verified where the provider does not say. */
  readonly emails: 'verified' | 'all'
  /** Whether the SIRET that it gives proves for whom a person works. */
  readonly vouchesForSiret: boolean
}

/** The id of the provider without a name, which is set by OIDC_ISSUER. */
export const UNNAMED = 'oidc'
const NAME = /^[a-z][a-z0-9]{0,19}$/
const MOST = 20

interface Surroundings {
  readonly publicUrl: string | undefined
  /** Whether the issuer may be spelt so: over http anyone on the network path could replace its keys. */
  readonly mayBeIssuer: (issuer: string) => boolean
}

/** The provider of OIDC_ISSUER, then those of OIDC_PROVIDERS in their order. */
export function providersFrom(read: EnvironmentReader, around: Surroundings): readonly ProviderSettings[] {
  const names = read.list(
    'OIDC_PROVIDERS',
    name => NAME.test(name) && name !== UNNAMED,
    `names of up to 20 small letters and digits, such as ville,agglo (${UNNAMED} is taken)`,
  )
  if (new Set(names).size < names.length || names.length > MOST)
    throw new Refusal(`OIDC_PROVIDERS must name each provider once, and ${MOST} at most.`)
  const unnamed = oneFrom(read, 'OIDC', UNNAMED, around)
  const providers = [
    ...(unnamed ? [unnamed] : []),
    ...names.map(name => {
      const prefix = prefixOf(name)
      const one = oneFrom(read, prefix, name, around)
      if (!one) throw new Refusal(`${prefix}_ISSUER is required: OIDC_PROVIDERS names ${name}.`)
      return one
    }),
  ]
  refuseAlike(providers, 'issuer', 'ISSUER', 'one issuer is one provider')
  refuseAlike(
    providers.filter(({ client }) => client),
    'label',
    'LABEL',
    'two buttons of the same name cannot be told apart',
  )
  return providers
}

/** The prefix of its variables: `OIDC_VILLE`. */
const prefixOf = (id: string) => (id === UNNAMED ? 'OIDC' : `OIDC_${id.toUpperCase()}`)

/** The settings of a provider beside its issuer. */
const FIELDS = [
  'AUDIENCE',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'LABEL',
  'ROLE_MAP',
  'GROUPS_CLAIM',
  'SCOPE',
  'ACR_VALUES',
  'PKCE',
  'EMAILS',
  'SIRET',
]
const isScope = (value: string) =>
  /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(value) &&
  value.split(' ').includes('openid')

function oneFrom(
  read: EnvironmentReader,
  prefix: string,
  id: string,
  { publicUrl, mayBeIssuer }: Surroundings,
): ProviderSettings | undefined {
  const refuse = (sentence: string): never => {
    throw new Refusal(`${prefix}_${sentence}`)
  }
  const issuer = read.url(`${prefix}_ISSUER`, ['https:', 'http:'])
  const audience = read.text(`${prefix}_AUDIENCE`)
  const clientId = read.text(`${prefix}_CLIENT_ID`)
  const secret = read.text(`${prefix}_CLIENT_SECRET`)
  const label = read.text(`${prefix}_LABEL`)
  const roles = read.text(`${prefix}_ROLE_MAP`)
  const groupsClaim = read.text(`${prefix}_GROUPS_CLAIM`)
  if (!issuer) {
    const alone = FIELDS.find(field => read.text(`${prefix}_${field}`))
    if (alone) refuse(`ISSUER is required with ${prefix}_${alone}: it belongs to a provider.`)
    return undefined
  }
  if (!audience && !clientId)
    refuse(`AUDIENCE is required with ${prefix}_ISSUER: a token made for another service must be refused.`)
  if (!mayBeIssuer(issuer))
    refuse(
      'ISSUER must start with https://, as its provider spells it (http:// only on this machine, or for a host:port ' +
        'named in IMPORT_ALLOW_PRIVATE).',
    )
  if (issuer === publicUrl)
    refuse('ISSUER must be another provider than this service: PUBLIC_URL is the issuer of its own tokens.')
  if (secret && !clientId) refuse(`CLIENT_ID is required with ${prefix}_CLIENT_SECRET.`)
  if (clientId && !secret) refuse(`CLIENT_SECRET is required with ${prefix}_CLIENT_ID.`)
  if (roles && !clientId)
    refuse(`CLIENT_ID is required with ${prefix}_ROLE_MAP: roles are given when people sign in here.`)
  const siret = read.oneOf(`${prefix}_SIRET`, ['vouched', 'ignored']) ?? 'ignored'
  if (siret === 'vouched' && !clientId)
    refuse(`CLIENT_ID is required with ${prefix}_SIRET: it counts when people sign in here.`)
  if (groupsClaim && !roles) refuse(`ROLE_MAP is required with ${prefix}_GROUPS_CLAIM.`)
  return {
    id,
    issuer,
    audience,
    client: clientId && secret ? { id: clientId, secret } : undefined,
    label: label ?? new URL(issuer).host,
    roleMap: roles === undefined ? undefined : { variable: `${prefix}_ROLE_MAP`, text: roles },
    groupsClaim: groupsClaim ?? 'groups',
    scope:
      read.matching(`${prefix}_SCOPE`, isScope, 'scopes with spaces between, among them openid') ??
      'openid email profile',
    acrValues: (read.text(`${prefix}_ACR_VALUES`) ?? '').split(/\s+/).filter(Boolean),
    pkce: read.oneOf(`${prefix}_PKCE`, ['on', 'off']) !== 'off',
    emails: read.oneOf(`${prefix}_EMAILS`, ['verified', 'all']) ?? 'verified',
    vouchesForSiret: siret === 'vouched',
  }
}

function refuseAlike(
  providers: readonly ProviderSettings[],
  field: 'issuer' | 'label',
  variable: string,
  because: string,
): void {
  const seen = new Set<string>()
  for (const provider of providers) {
    if (seen.has(provider[field]))
      throw new Refusal(
        `${prefixOf(provider.id)}_${variable} must differ from that of the other providers: ${because}.`,
      )
    seen.add(provider[field])
  }
}
