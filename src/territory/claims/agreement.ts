import { isRna, isSiren, isSiret } from '../../../shared/registration-numbers.ts'
import type { EMAIL_MARKS, MARKS, SIRET_MARKS } from '../../../shared/words/claims.ts'
import { telephoneOf } from '../../kernel/records/personal-data.ts'
import { domainOf, isPublicMailDomain } from '../../kernel/texts/mail-domains.ts'

/** Compares what a claimant wrote with what is known about the acteur, so that every client shows the same marks. */

export interface Agreement {
  readonly email: keyof typeof EMAIL_MARKS
  readonly telephone: keyof typeof MARKS
  readonly siret: keyof typeof SIRET_MARKS
  readonly rna: keyof typeof MARKS
}

interface ClaimantData {
  readonly email: string | null
  readonly telephone: string | null
  /** Registration numbers are searched in it. */
  readonly message: string | null
}

interface ActeurData {
  readonly email: string | null
  readonly telephone: string | null
  readonly site_web: string | null
  readonly siret: string | null
  readonly rna: string | null
}

export const agreementOf = (said: ClaimantData, known: ActeurData): Agreement => ({
  email: ofEmail(said.email, known),
  telephone: ofTelephone(said.telephone, known.telephone),
  siret: ofSiret(said.message ?? '', known.siret),
  rna: ofRna(said.message ?? '', known.rna),
})

////////////////////////////////////////////////////////////////////////////// the address

function ofEmail(said: string | null, { email, site_web }: ActeurData): Agreement['email'] {
  if (said === null) return 'unknown'
  if (email !== null && email.toLowerCase() === said.toLowerCase()) return 'same_address'
  if (hasDomainOf(said, { email, site_web })) return 'same_domain'
  if (email === null && ownDomains({ email, site_web }).length === 0) return 'unknown'
  return isPublicMailDomain(domainOf(said)) ? 'public_domain' : 'differs'
}

type Domains = Pick<ActeurData, 'email' | 'site_web'>

/** Whether an address has the own domain of an organisation; that of a public mail provider is nobody's. */
export const hasDomainOf = (address: string, organisation: Domains): boolean =>
  ownDomains(organisation).some(domain => isWithin(domainOf(address), domain))

const ownDomains = ({ email, site_web }: Domains): string[] =>
  [email ? domainOf(email) : '', (site_web && hostOf(site_web)) || ''].filter(
    domain => domain !== '' && !isPublicMailDomain(domain),
  )

const hostOf = (address: string) => URL.parse(address)?.hostname.replace(/^www\./, '')

/** One domain is the other or its subdomain: `mairie.ville.fr`, `ville.fr`. */
const isWithin = (one: string, other: string): boolean =>
  one === other ||
  (!isPublicMailDomain(one) && other.endsWith(`.${one}`) && one.includes('.')) ||
  one.endsWith(`.${other}`)

////////////////////////////////////////////////////////////////////////////// numbers

function ofTelephone(said: string | null, known: string | null): Agreement['telephone'] {
  const [one, other] = [said, known].map(telephone => telephoneOf(telephone ?? ''))
  if (!isWhole(one) || !isWhole(other)) return 'unknown'
  return one === other ? 'same' : 'differs'
}

const isWhole = (digits: string | undefined) => digits !== undefined && digits.length >= 10

/** Valid registration numbers in a text; a SIRET is also a SIREN. */
export function numbersIn(message: string) {
  const runs = (message.match(/\d(?:[ \u00a0.-]?\d)+/g) ?? []).map(run => run.replaceAll(/\D/g, ''))
  const sirets = runs.filter(isSiret)
  const sirens = [...runs.filter(isSiren), ...sirets.map(siret => siret.slice(0, 9))]
  const rnas = (message.toUpperCase().match(/\bW[ .-]?\d(?:[ .-]?[\dA-Z])(?:[ .-]?\d){7}\b/g) ?? [])
    .map(run => run.replaceAll(/[ .-]/g, ''))
    .filter(isRna)
  return { sirets, sirens, rnas }
}

function ofSiret(message: string, known: string | null): Agreement['siret'] {
  const { sirets, sirens } = numbersIn(message)
  if (known === null || sirens.length === 0) return 'unknown'
  if (sirets.includes(known)) return 'same'
  return sirens.includes(known.slice(0, 9)) ? 'same_company' : 'differs'
}

function ofRna(message: string, known: string | null): Agreement['rna'] {
  const { rnas: said } = numbersIn(message)
  if (known === null || said.length === 0) return 'unknown'
  return said.includes(known) ? 'same' : 'differs'
}
