import { isSiret } from '../../../../shared/registration-numbers.ts'
import { isEmail } from '../../../kernel/texts/email-address.ts'
import { firstLetters, storable } from '../../../kernel/texts/texts.ts'

/** Records of the national directory of public services, in the forms of its file and its API. */

export interface MairieRecord {
  /** The communes it is the town hall of, its own first. */
  readonly codes: readonly string[]
  /** A higher rank is more likely the town hall itself. */
  readonly rank: number
  readonly modified: string
  readonly id: string
  readonly contact: Contact
  readonly position: Position | null
  /** Names one commune, the same one everywhere. */
  readonly isOfOne: boolean
  readonly emails: readonly string[]
  readonly siret: string | null
}

interface Position {
  readonly latitude: number
  readonly longitude: number
}

export interface Contact {
  readonly libelle: string | null
  readonly adresse: string | null
  readonly telephone: string | null
  readonly email: string | null
  readonly site_web: string | null
  readonly horaires: string | null
}

type Fields = Readonly<Record<string, unknown>>
export type Reason =
  | 'not a town hall'
  | 'an annex or a delegated town hall'
  | 'not published'
  | 'nothing to show'

export function mairieIn(record: Fields): MairieRecord | Reason {
  const pivots = listIn(record.pivot).filter(({ type_service_local }) => type_service_local === 'mairie')
  if (pivots.length === 0) return 'not a town hall'
  if (`${record.statut_de_diffusion ?? 'true'}` === 'false') return 'not published'
  const nom = textIn(record.nom, 200) ?? ''
  if (/^mairie (d[ée]l[ée]gu[ée]e|annexe)|\bannexe\b/i.test(nom)) return 'an annex or a delegated town hall'
  const named = pivots.flatMap(({ code_insee_commune }) => textsIn(code_insee_commune))
  const own = textIn(record.code_insee_commune, 5)
  const contact = contactIn(record, nom)
  const { libelle: _, ...rest } = contact
  if (Object.values(rest).every(value => value === null)) return 'nothing to show'
  return {
    codes: [...new Set([...(own && named.includes(own) ? [own] : []), ...named])],
    rank:
      (own && named.includes(own) ? 4 : 0) +
      (/^mairie\b/i.test(nom) ? 2 : 0) +
      (isGeneric(contact.email) ? 1 : 0),
    modified: modifiedIn(record),
    id: textIn(record.id, 100) ?? '',
    contact,
    position: positionIn(listIn(record.adresse)),
    isOfOne: new Set([...named, ...(own ? [own] : [])]).size === 1,
    emails: emailsIn(record),
    siret: siretIn(record.siret),
  }
}

/** A valid SIRET; registers have spaces and test numbers too. */
export const siretIn = (value: unknown): string | null => {
  const siret = (textIn(value, 30) ?? '').replaceAll(/\s/g, '')
  return isSiret(siret) ? siret : null
}

/** The mailboxes in a record of any service, and the communes that it names. */
export const mailboxesIn = (record: Fields) => ({
  emails: emailsIn(record),
  codes: [
    ...new Set([
      ...listIn(record.pivot).flatMap(({ code_insee_commune }) => textsIn(code_insee_commune)),
      ...textsIn(record.code_insee_commune),
    ]),
  ],
  isMairie: isOf(record, 'mairie'),
  isIntercommunal: isOf(record, 'epci'),
})

const isOf = (record: Fields, type: string) =>
  listIn(record.pivot).some(({ type_service_local }) => type_service_local === type)

const emailsIn = (record: Fields): string[] => [...new Set(mailsIn(record).map(email => email.toLowerCase()))]

function mailsIn(record: Fields): string[] {
  const sites = listIn(record.site_internet).map(({ valeur }) => textIn(valeur, 2000) ?? '')
  return [...textsIn(record.adresse_courriel), ...sites.filter(site => site.includes('@'))]
    .flatMap(text => text.split(/[\s;,]+/))
    .filter(isEmail)
}

function contactIn(record: Fields, nom: string): Contact {
  const sites = listIn(record.site_internet).map(({ valeur }) => textIn(valeur, 2000) ?? '')
  const mails = mailsIn(record)
  return {
    libelle: nom || null,
    adresse: addressIn(listIn(record.adresse)),
    telephone: listIn(record.telephone).flatMap(({ valeur }) => textIn(valeur, 50) ?? [])[0] ?? null,
    email: mails.find(isGeneric) ?? mails[0] ?? null,
    site_web: sites.flatMap(site => addressOnTheWeb(site) ?? [])[0] ?? null,
    horaires: hoursIn(listIn(record.plage_ouverture)),
  }
}

/** The address of an office, rather than of a person. */
const isGeneric = (email: string | null) =>
  /^(mairie|contact|accueil|secretariat|commune|ville|info|infos)\b/i.test(email ?? '')

/** `www.bajus.fr`: without a scheme, `http`, which every server answers and redirects if need be. */
export function addressOnTheWeb(text: string): string | undefined {
  if (text === '' || text.includes('@') || /\s/.test(text)) return undefined
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `http://${text.replace(/^\/+/, '')}`)
  return url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && !url.username
    ? url.href
    : undefined
}

/** The address of the building, rather than the postal one. */
const buildingIn = (all: readonly Fields[]) =>
  all.find(({ type_adresse }) => type_adresse === 'Adresse') ?? all[0]

function positionIn(all: readonly Fields[]): Position | null {
  const building = buildingIn(all)
  const [latitude, longitude] = [building?.latitude, building?.longitude].map(value =>
    Number(textIn(value, 30) ?? Number.NaN),
  )
  const isOnEarth = Math.abs(latitude ?? 91) <= 90 && Math.abs(longitude ?? 181) <= 180
  return latitude && longitude && isOnEarth ? { latitude, longitude } : null
}

function addressIn(all: readonly Fields[]): string | null {
  const place = buildingIn(all)
  if (!place) return null
  const { complement1, complement2, numero_voie, service_distribution } = place
  const town = [place.code_postal, place.nom_commune].flatMap(part => textIn(part, 100) ?? []).join(' ')
  const lines = [complement1, complement2, numero_voie, service_distribution, town]
  return textIn(lines.flatMap(line => textIn(line, 200) ?? []).join(', '), 500)
}

/** `Lundi au vendredi : 9h00-12h00, 14h00-17h00 (sauf juillet)`, a line for each range of days. */
function hoursIn(all: readonly Fields[]): string | null {
  const lines = all.flatMap(range => {
    const [from, to, note] = ['nom_jour_debut', 'nom_jour_fin', 'commentaire'].map(name =>
      textIn(range[name], 200),
    )
    const times = [1, 2].flatMap(number => {
      const [begin, end] = ['debut', 'fin'].map(edge => hourIn(range[`valeur_heure_${edge}_${number}`]))
      return begin && end ? [`${begin}-${end}`] : []
    })
    const days = !from || !to || from === to ? (from ?? to) : `${from} au ${to.toLowerCase()}`
    const hours = [times.join(', '), note ? `(${note})` : ''].filter(Boolean).join(' ')
    return days && hours ? [`${days} : ${hours}`] : []
  })
  return textIn(lines.join('\n'), 2000)
}

const hourIn = (value: unknown) => {
  const time = /^(\d\d):(\d\d)/.exec(textIn(value, 20) ?? '')
  return time ? `${Number(time[1])}h${time[2]}` : undefined
}

/** Both formats of a date, as a text that sorts. */
function modifiedIn({ date_modification, date_modification_datetime }: Fields): string {
  const french = /^(\d\d)\/(\d\d)\/(\d{4}) ?(.*)$/.exec(textIn(date_modification, 40) ?? '')
  return french
    ? `${french[3]}-${french[2]}-${french[1]}T${french[4]}`
    : (textIn(date_modification_datetime, 40) ?? '')
}

////////////////////////////////////////////////////////////////////////////// the two spellings

/** In the file an array, in the API the same array as text. */
function arrayIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return []
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

const listIn = (value: unknown) =>
  arrayIn(value).filter(
    (one): one is Fields => typeof one === 'object' && one !== null && !Array.isArray(one),
  )

function textsIn(value: unknown): string[] {
  const all = typeof value === 'string' && !value.trimStart().startsWith('[') ? [value] : arrayIn(value)
  return all.flatMap(one => textIn(one, 500) ?? [])
}

export function textIn(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null
  return firstLetters(storable(value).trim(), most).trim() || null
}
