import { ROLES, type Role } from '../../../shared/words/access.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'

/** Roles that the groups of an identity provider give: OIDC_ROLE_MAP. */

/** A role, and the places it is limited to by their codes; without any it is for everywhere. */
export interface MappedRole {
  readonly role: Role
  readonly communes: readonly string[]
  readonly epcis: readonly string[]
}
export type RoleMap = ReadonlyMap<string, readonly MappedRole[]>

const LONGEST_GROUP = 1_000
const MOST_GROUPS = 1_000
/** Those of a role in the database. */
const MOST_COMMUNES = 500
const MOST_EPCIS = 50
const COMMUNE = /^(\d{2}|2[AB])\d{3}$/
const EPCI = /^\d{9}$/

/** `{"/mairie/presse": "operator_moderation", "/dechets": {"role": "operator_communes", "epcis": ["244500468"]}}` */
export function roleMapFrom({ variable, text }: { variable: string; text: string }): RoleMap {
  const refuse = (what: string): never => {
    throw new Refusal(
      `${variable} must be a JSON object of groups with their roles, such as ` +
        `{"/mairie/presse": {"role": "operator_moderation", "communes": ["45234"], "epcis": ["244500468"]}}: ${what}.`,
    )
  }
  const map = new Map<string, readonly MappedRole[]>()
  const given = parsed(text)
  if (!isRecord(given)) return refuse('this is none')
  for (const [group, value] of Object.entries(given)) {
    if (group === '' || group.length > LONGEST_GROUP) return refuse('a group has no name, or a very long one')
    const roles = [value]
      .flat()
      .map(one => mappedRole(one) ?? refuse(`see what ${JSON.stringify(group)} gives`))
    map.set(group, roles)
  }
  if (map.size === 0 || map.size > MOST_GROUPS) return refuse(`from 1 to ${MOST_GROUPS} groups`)
  for (const { role, communes, epcis } of rolesOfGroups(map, [...map.keys()]).values())
    if (communes.length > MOST_COMMUNES || epcis.length > MOST_EPCIS)
      return refuse(`${role} is for more than ${MOST_COMMUNES} communes or ${MOST_EPCIS} intercommunalities`)
  return map
}

/** The roles that the groups give together: a role that one group gives everywhere is for everywhere. */
export function rolesOfGroups(map: RoleMap, groups: readonly string[]): ReadonlyMap<Role, MappedRole> {
  const given = new Map<Role, MappedRole>()
  for (const one of [...new Set(groups)].flatMap(group => map.get(group) ?? [])) {
    const known = given.get(one.role)
    given.set(one.role, known ? both(known, one) : one)
  }
  return given
}

const isEverywhere = ({ communes, epcis }: MappedRole) => communes.length === 0 && epcis.length === 0

const both = (one: MappedRole, other: MappedRole): MappedRole =>
  isEverywhere(one) || isEverywhere(other)
    ? { role: one.role, communes: [], epcis: [] }
    : {
        role: one.role,
        communes: [...new Set([...one.communes, ...other.communes])],
        epcis: [...new Set([...one.epcis, ...other.epcis])],
      }

function mappedRole(value: unknown): MappedRole | undefined {
  const { role, communes = [], epcis = [], ...rest } = isRecord(value) ? value : { role: value }
  if (!isRole(role) || Object.keys(rest).length > 0) return undefined
  if (!areCodes(communes, COMMUNE) || !areCodes(epcis, EPCI)) return undefined
  // An empty list would be for everywhere.
  if (isRecord(value) && ['communes', 'epcis'].some(name => isEmpty(value[name]))) return undefined
  if (role === 'admin' && communes.length + epcis.length > 0) return undefined
  return { role, communes: [...new Set(communes)], epcis: [...new Set(epcis)] }
}

const isRole = (value: unknown): value is Role => typeof value === 'string' && Object.hasOwn(ROLES, value)
const areCodes = (value: unknown, code: RegExp): value is string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string' && code.test(one))
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
