import { type Config, ownUrl } from '../../kernel/settings/config.ts'

/** The back-office pages that mails link to. */

type Place = Pick<Config, 'publicUrl' | 'host' | 'port'>

const pageOf = (config: Place, path: string): string => `${config.publicUrl ?? ownUrl(config)}${path}`

/** The pages of an acteur's members. */
export const houseOf = (config: Place, acteurId: string): string => pageOf(config, `/espace?pour=${acteurId}`)

/** The claims of the user, with the form for the code of a letter. */
export const myClaimsPage = (config: Place): string => pageOf(config, '/espace/demandes')

/** An owner’s answer to a claim, without signing in. */
export const ownerAnswerPage = (config: Place, answer: 'agree' | 'disagree', token: string): string =>
  pageOf(config, `/auth/claim-${answer}/${token}`)

/** The form in which members edit one publication, and resubmit it. */
export const editPage = (config: Place, acteurId: string, publicationId: string): string =>
  pageOf(config, `/espace/ecrire?pour=${acteurId}&publication=${publicationId}`)

/** The form with a draft. */
export const draftPage = (config: Place, acteurId: string, draftId: string): string =>
  pageOf(config, `/espace/ecrire?pour=${acteurId}&brouillon=${draftId}`)

/** The drafts of the recipient for an acteur. */
export const draftsPage = (config: Place, acteurId: string): string =>
  pageOf(config, `/espace/publications?pour=${acteurId}&etat=brouillons`)

/** The pages of the recipient’s acteurs. */
export const houses = (config: Place): string => pageOf(config, '/espace')

/** The publications of an acteur that were rejected, or sent back. */
export const returnedPage = (config: Place, acteurId: string, etat: 'refusees' | 'a_corriger'): string =>
  pageOf(config, `/espace/publications?pour=${acteurId}&etat=${etat}`)

/** The page of an acteur, for its members. */
export const ownPage = (config: Place, acteurId: string): string =>
  pageOf(config, `/espace/fiche?pour=${acteurId}`)

/** Where members write to the team. */
export const helpPage = (config: Place): string => pageOf(config, '/espace/aide')

/** Sign-up with the invited address. */
export const signUpPage = (config: Place, email: string): string =>
  pageOf(config, `/inscription?adresse=${encodeURIComponent(email)}`)

/** A record in the back-office. */
export const deskPage = (config: Place, kind: keyof typeof DESKS, id: string): string =>
  pageOf(config, DESKS[kind](id))
const DESKS = {
  publications: (id: string) => `/moderation?item=${id}`,
  claims: (id: string) => `/demandes?item=${id}`,
  threads: (id: string) => `/messages?item=${id}`,
  acteurs: (id: string) => `/acteurs/${id}`,
  users: (id: string) => `/utilisateurs/${id}`,
} as const

/** Confirmation of a new address. */
export const addressPage = (config: Place, token: string): string =>
  pageOf(config, `/espace/moi?confirmer=${encodeURIComponent(token)}`)

/** The first page of the back-office. */
export const backOffice = (config: Place): string => pageOf(config, '')

/** The desk of moderation. */
export const moderationDesk = (config: Place): string => pageOf(config, '/moderation')

/** Stops the digests or the alerts, by whose token it is, without signing in; also for mail programs (RFC 8058). */
export const stopDigestPage = (config: Place, token: string): string =>
  pageOf(config, `/auth/stop-digest/${token}`)

/** The token in such an address; undefined for any other. */
export const digestTokenOf = (url: string): string | undefined =>
  /\/auth\/stop-digest\/([^/?#]+)$/.exec(url)?.[1]

/** Confirms that an address gets the week of a commune. */
export const confirmWeekPage = (config: Place, token: string): string =>
  pageOf(config, `/auth/confirm-week/${token}`)

/** Stops the week of a commune; also for mail programs (RFC 8058). */
export const stopWeekPage = (config: Place, token: string): string =>
  pageOf(config, `/auth/stop-week/${token}`)

/** Contests a decision without signing in. */
export const appealPage = (config: Place, token: string): string => pageOf(config, `/auth/appeal/${token}`)
