import { useQuery } from '@tanstack/react-query'
import { AREAS, type Area } from '../../shared/words/access.ts'
import type { Me } from './api/contract.ts'
import { me } from './api/queries.ts'

/** The signed-in person with their permissions. */
export type Person = Me

/** Whether the role of this area is limited to communes. */
export const isLimitedIn = (person: Person | undefined, area: Area): boolean =>
  person?.roles.includes('admin') === false &&
  person.territories.some(({ role }) => role === AREAS[area].role)

/** A failed request is retried by the component that shows the failure, not by the next one that mounts. */
export const usePerson = (): Person | undefined => useQuery({ ...me(), retryOnMount: false }).data?.data
