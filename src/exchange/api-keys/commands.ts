import { namesOf } from '../../../shared/fields/field.ts'
import { isId } from '../../../shared/shapes.ts'
import { KEY_SCOPES } from '../../../shared/words/api-keys.ts'
import { withDatabase } from '../../foundation/command-line.ts'
import { type CommandInput, say, textOf, textsOf, type Values } from '../../kernel/commands/command.ts'
import type { Sql, Tx } from '../../kernel/db/db.ts'
import { AuditTrail, BY_OPERATOR } from '../../kernel/records/audit.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { allKeys, createKey, ofActeur, refuseUnfitLimits, revokeKey } from './queries.ts'
import { type ApiKey, LONGEST_DAYS } from './shapes.ts'

/** API keys that depend on no person: they work until they expire or are revoked. */

export function create({ config, queues, values }: CommandInput) {
  const nom = textOf(values.nom)?.trim() ?? ''
  if (nom.length === 0 || nom.length > 100) throw new Refusal('--nom takes 1 to 100 characters.')
  const scopes = textsOf(values.scope).map(scopeNamed)
  if (scopes.length === 0) throw new Refusal(oneOfScopes)
  const days = Number(textOf(values.days))
  if (!Number.isInteger(days) || days < 1 || days > LONGEST_DAYS)
    throw new Refusal(`--days takes a number from 1 to ${LONGEST_DAYS}.`)
  const acteur = acteurIn(values)
  const communes = textsOf(values.commune)
  const epcis = textsOf(values.epci)
  if (!communes.every(isId)) throw new Refusal('--commune takes the id of a commune.')
  const limits = {
    ...(acteur && { acteur_id: acteur }),
    ...(communes.length > 0 && { commune_ids: [...new Set(communes)] }),
    ...(epcis.length > 0 && { epci_codes: [...new Set(epcis)] }),
  }
  const written = { nom, scopes: [...new Set(scopes)], days, ...limits }
  return withDatabase({ config, queues }, async ({ db }) => {
    const { secret } = await db.transaction(async tx => {
      await refuseUnfitLimits(tx, limits).catch(inOptions)
      return await traced(tx, 'api_key.created', audit =>
        createKey({ tx, audit }, written, { granted_to: 'operator', created_by: null }),
      )
    })
    say(secret)
  })
}

export function list({ config, queues, values }: CommandInput) {
  const acteur = acteurIn(values)
  return withDatabase({ config, queues }, async ({ db }) => {
    const conditions: Sql[] = acteur ? [ofActeur(acteur)] : []
    const keys = await allKeys(db.pool, conditions)
    for (const key of keys) say(lineOf(key))
    if (keys.length === 0) say('There are no API keys.')
  })
}

export function revoke({ config, queues, words: [id = ''] }: CommandInput) {
  if (!isId(id)) throw new Refusal('ID is the id of an API key: see key list.')
  return withDatabase({ config, queues }, async ({ db }) => {
    const { nom } = await db
      .transaction(tx => traced(tx, 'api_key.revoked', audit => revokeKey({ tx, audit }, id, null)))
      .catch(error => {
        if (error instanceof Problem && error.code === 'not_found')
          throw new Refusal(`There is no API key ${id}.`)
        throw error
      })
    say(`${nom} is revoked.`)
  })
}

async function traced<T>(tx: Tx, action: string, work: (audit: AuditTrail) => Promise<T>): Promise<T> {
  const audit = new AuditTrail(action)
  const result = await work(audit)
  await audit.save(tx, BY_OPERATOR)
  return result
}

const oneOfScopes = `--scope takes one of: ${namesOf(KEY_SCOPES).join(', ')}.`

function scopeNamed(name: string) {
  const found = namesOf(KEY_SCOPES).find(one => one === name)
  if (found) return found
  throw new Refusal(oneOfScopes)
}

function acteurIn({ acteur }: Values): string | undefined {
  const id = textOf(acteur)
  if (id === undefined || isId(id)) return id
  throw new Refusal('--acteur takes the id of an acteur.')
}

const OPTIONS: Readonly<Record<string, string>> = {
  acteur_id: '--acteur',
  commune_ids: '--commune',
  epci_codes: '--epci',
}

/** The refusal of a limit, with its option. */
function inOptions(error: unknown): never {
  const [detail] = error instanceof Problem ? error.details : []
  if (!detail) throw error
  throw new Refusal(`${OPTIONS[detail.path] ?? detail.path} ${detail.en}.`)
}

const day = (at: string) => new Date(at).toISOString().slice(0, 10)

function lineOf({
  id,
  prefix,
  state,
  scopes,
  acteur,
  communes,
  epcis,
  expires_at,
  last_used_at,
  nom,
}: ApiKey) {
  const limit = [...(acteur ? [acteur] : []), ...communes, ...epcis].map(one => one.nom).join(', ')
  const used = last_used_at ? `used ${day(last_used_at)}` : 'never used'
  return [id, `${prefix}…`, state, scopes.join(' '), limit, `until ${day(expires_at)}`, used, nom].join('  ')
}
