import { AREAS, type Area } from '../../shared/words/access.ts'
import type { Me } from './api/contract.ts'

/** Whether the role of this area is limited to communes. Apart from `person.ts`, which opens a channel to the other tabs. */
export const isLimitedIn = (person: Me | undefined, area: Area): boolean =>
  person?.roles.includes('admin') === false &&
  person.territories.some(({ role }) => role === AREAS[area].role)
