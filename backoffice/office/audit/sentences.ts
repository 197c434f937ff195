import { ROLES } from '../../../shared/words/access.ts'
import { AUDIT_FIELDS, AUDIT_STATUSES, AUDIT_UNSAID } from '../../../shared/words/audit.ts'
import { MODERATION_REASONS } from '../../../shared/words/moderation.ts'
import { inSentence, type Label } from '../../../shared/words/word.ts'
import type { AuditEntry } from '../../kit/api/contract.ts'
import { date, moment } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { common } from '../../kit/words/texts.ts'
import { type Did, did } from './did-texts.ts'
import { t } from './texts.ts'

/** Entries of the trail as sentences. */

type Fields = Readonly<Record<string, unknown>>
const doing = (key: string) => (Object.hasOwn(did, key) ? did[key as Did] : undefined)
const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
const calledField = (name: string) => {
  const known = own(AUDIT_FIELDS, name)
  return known ? labelOf(known) : name
}
/** A value in words: roles with a capital, others as part of a sentence. Unknown values stay as they are. */
const wordFor = (values: Readonly<Record<string, Label>> | undefined, word: string) => {
  const known = values && own(values, word)
  return known ? (known === own(ROLES, word) ? labelOf(known) : inSentence(labelOf(known))) : word
}
const valuesOf = (entity: string, field: string) =>
  field === 'status' ? own(AUDIT_STATUSES, entity) : own(AUDIT_FIELDS, field)?.values

export const nameOfEntity = (entity: string) =>
  Object.hasOwn(t.entity, entity) ? t.entity[entity as keyof typeof t.entity] : t.entity.other

export function sentenceOf(entry: AuditEntry): string {
  const { action } = entry
  const say = doing(`${action}:${variantOf(entry)}`) ?? doing(action)
  const [who, what] = [whoOf(entry), whatOf(entry)]
  return say ? about(say, who, what, detailOf(entry), entry.label !== null) : t.other(who, action, what)
}

/** In place of the record and of the detail, until the words before them agree with their names. */
const RECORD = '\ue000'
const DETAIL = '\ue001'
const NOUN =
  /(l’(?:acteur|alerte|application|événement|import)|la (?:commune|conversation)|le type|the (?:acteur|alert|app|commune|conversation|event|import|type)) \ue000/
/** The indefinite form of nouns that are no kind of record. */
const INDEFINITE: Readonly<Record<string, string>> = {
  'l’alerte': 'une alerte',
  'l’événement': 'un événement',
  'the alert': 'an alert',
  'the event': 'an event',
}
const VOWEL = /^[aeiouàâäéèêëîïôöœùûü]/i

/** Replaces the mark: “de” and “que” lose their vowel before another. */
const elided = (said: string, mark: string, name: string) =>
  (VOWEL.test(name)
    ? said.replaceAll(` de ${mark}`, ` d’${mark}`).replaceAll(` que ${mark}`, ` qu’${mark}`)
    : said
  ).replaceAll(mark, () => name)

/** `isNamed`: by a name of its own. Else by a noun, which a sentence with a noun does not repeat: “l’import un import”. */
function about(
  say: (who: string, what: string, detail: string) => string,
  who: string,
  what: string,
  detail: string,
  isNamed: boolean,
): string {
  const said = say(who, RECORD, detail && DETAIL)
  const noun = isNamed ? undefined : NOUN.exec(said)?.[1]
  const once = noun ? said.replace(NOUN, RECORD) : said
  return elided(elided(once, RECORD, (noun && own(INDEFINITE, noun)) ?? what), DETAIL, detail)
}

/** The name of an action in the filter, without a person: “A écrit une note sur un acteur”. */
export function nameOfAction(action: string): string {
  const [entity = ''] = action.split('.')
  const say = doing(action)
  if (!say) return action
  const said = about(say, '', nameOfEntity(entity), anyDetailOf(action), false).trim()
  return said.charAt(0).toUpperCase() + said.slice(1)
}

function anyDetailOf(action: string): string {
  if (action.startsWith('user.role_')) return t.aRole
  return /\.(?:assigned|appeal_assigned|member_set|member_removed)$/.test(action) ? t.somebody : ''
}

export function whoOf({ by, key, user_id, app_source }: AuditEntry): string {
  if (by?.nom) return by.nom
  if (key) return t.who.key(key.nom)
  if (user_id !== null) return t.who.erased
  if (app_source === 'command') return t.who.command
  return app_source === null || app_source === 'job' ? t.who.service : t.who.visitor
}

/** People and communes by name, other records by their quoted title. */
function whatOf({ entity, label }: AuditEntry): string {
  if (label === null) return nameOfEntity(entity)
  return entity === 'user' || entity === 'commune' ? label : t.quote(label)
}

/** The variant of an action, which has a sentence of its own. */
function variantOf(entry: AuditEntry): string {
  const { action, at, user_id, entity_id, before, after } = entry
  const now: Fields = after ?? {}
  if (partnerOf(entry)) return 'merged_into' in now ? 'into' : 'from'
  if (action === 'user.role_granted') return 'roles' in now ? '' : 'limits'
  if (action === 'publication.moderated')
    return isLater(now, at) ? 'scheduled' : String(now.moderation_status ?? '')
  if (action === 'claim.decided') return String(now.status ?? '')
  if (action === 'claim.called_back') return String(now.call ?? '')
  if (action.endsWith('.appeal_decided')) return String(now.appeal ?? '')
  if (action.endsWith('.appeal_assigned')) return now.assignee_id === null ? 'off' : ''
  if (action.endsWith('.assigned')) {
    const isOwn = (now.assignee_id ?? before?.assignee_id) === user_id
    return now.assignee_id === null ? (isOwn ? 'left' : 'off') : isOwn ? 'self' : ''
  }
  if (action === 'acteur.member_set') return before ? '' : 'new'
  if (action === 'acteur.member_removed') return before?.user_id === user_id ? 'self' : ''
  if (action === 'claim.owner_answered') return now.agrees === false ? 'off' : ''
  if (action === 'user.updated') return now.status ? String(now.status) : user_id === entity_id ? 'self' : ''
  if (action === 'user.created') return user_id === entity_id ? 'self' : ''
  if (action === 'user.invited') return now.again ? 'again' : ''
  if (action === 'secret.exchanged') return now.leaked ? 'leaked' : ''
  const flags = ['active', 'badge', 'can_publish', 'en_avant', 'valide'].filter(name => name in now)
  return before && flags.some(name => now[name] === false) ? 'off' : ''
}

const isLater = ({ moderation_status, publie_le }: Fields, at: string) =>
  moderation_status === 'approved' && typeof publie_le === 'string' && new Date(publie_le) > new Date(at)

/** The name of the other record of a merge or of its undoing, if it is known. */
const partnerOf = ({ before, after, names }: AuditEntry): string | undefined =>
  [after, before]
    .flatMap(fields => [fields?.merged, fields?.merged_into])
    .flatMap(id => (typeof id === 'string' ? (names[id] ?? []) : []))[0]

function detailOf(entry: AuditEntry): string {
  const { action, before, after, names } = entry
  const partner = partnerOf(entry)
  if (partner !== undefined) return t.quote(partner)
  const named = (field: string) =>
    names[String(after?.[field] ?? before?.[field])] ?? inSentence(t.who.erased)
  if (/\.(appeal_)?assigned$/.test(action)) return named('assignee_id')
  if (action.startsWith('acteur.member_')) return named('user_id')
  const reason = after?.moderation_reason_code ?? after?.reason
  if (typeof reason === 'string') return wordFor(MODERATION_REASONS, reason)
  return action.startsWith('user.role_') ? rolesIn(entry) : ''
}

interface Limits {
  readonly role: string
  readonly commune_ids: readonly string[]
  readonly epci_codes: readonly string[]
}

const isLimits = (one: unknown): one is Limits =>
  typeof one === 'object' && one !== null && 'role' in one && 'epci_codes' in one && 'commune_ids' in one

/** The roles that were given, revoked or limited otherwise; those given or limited with their places. */
function rolesIn({ action, before, after, names }: AuditEntry): string {
  const roles = (fields: Fields | null) => (Array.isArray(fields?.roles) ? (fields.roles as string[]) : [])
  const limits = (fields: Fields | null) =>
    Array.isArray(fields?.territories) ? (fields.territories as Limits[]) : []
  const placesOf = (fields: Fields | null, role: string) =>
    limits(fields)
      .filter(one => one.role === role)
      .flatMap(one => [...one.epci_codes, ...one.commune_ids])
      .map(id => names[id] ?? id)
      .join(', ')
  const [more, less] = action === 'user.role_revoked' ? [before, after] : [after, before]
  if (after && 'roles' in after)
    return roles(more)
      .filter(role => !roles(less).includes(role))
      .map(role => {
        const places = action === 'user.role_granted' && placesOf(after, role)
        return places ? t.roleLimited(wordFor(ROLES, role), places) : t.role(wordFor(ROLES, role))
      })
      .join(', ')
  return [...new Set([...limits(after), ...limits(before)].map(({ role }) => role))]
    .filter(role => placesOf(after, role) !== placesOf(before, role))
    .map(role => {
      const places = placesOf(after, role)
      return places ? t.roleLimited(wordFor(ROLES, role), places) : t.roleEverywhere(wordFor(ROLES, role))
    })
    .join(', ')
}

////////////////////////////////////////////////////////////////////////////// before and after

export function changesOf({ entity, before, after, names }: AuditEntry): readonly string[] {
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return (
    fields
      .filter(name => !AUDIT_UNSAID.has(name))
      // A new record: only the fields that are set.
      .filter(name => (before && after) || !isBlank((after ?? before)?.[name]))
      .map(name => {
        const called = calledField(name)
        // For texts and names the trail stores only that they changed.
        if (name.endsWith('_sha256') || after?.[name] === '…') return t.moved(called)
        const [was, is] = [before?.[name], after?.[name]].map(one =>
          valueText(one, valuesOf(entity, name), names),
        )
        if (before && after && was !== undefined && is !== undefined) return t.became(called, was, is)
        return t.is(called, is ?? was ?? common.nothing)
      })
  )
}

const isBlank = (one: unknown) => one === null || one === '' || (Array.isArray(one) && one.length === 0)
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/
const DAY = /^\d{4}-\d\d-\d\d$/
const WORD = /^[a-z_]+$/

function valueText(
  one: unknown,
  values: Readonly<Record<string, Label>> | undefined,
  names: Readonly<Record<string, string>>,
): string | undefined {
  if (one === undefined) return undefined
  if (one === null || one === '') return common.nothing
  if (typeof one === 'boolean') return one ? common.yes : common.no
  if (Array.isArray(one))
    return one.length === 0 ? common.nothing : one.map(each => valueText(each, values, names)).join(', ')
  if (isLimits(one)) {
    const places = [...one.epci_codes, ...one.commune_ids].map(id => names[id] ?? id)
    return t.roleAt(wordFor(ROLES, one.role), places.join(', '))
  }
  if (typeof one === 'object')
    return Object.entries(one)
      .filter(([, inner]) => !isBlank(inner))
      .map(
        ([name, inner]) =>
          `${inSentence(calledField(name))} ${valueText(inner, own(AUDIT_FIELDS, name)?.values, names)}`,
      )
      .join(', ')
  if (typeof one !== 'string') return String(one)
  if (Object.hasOwn(names, one)) return names[one]
  // A name may look like a date: an impossible day is shown as text.
  const at = MOMENT.test(one) ? new Date(one) : DAY.test(one) ? new Date(`${one}T12:00:00Z`) : undefined
  if (at && !Number.isNaN(at.getTime())) return DAY.test(one) ? date(at, new Date()) : moment(at, new Date())
  return WORD.test(one) ? wordFor(values, one) : t.quote(one)
}
