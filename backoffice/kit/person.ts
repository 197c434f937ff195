import { useQuery } from '@tanstack/react-query'
import type { Me } from './api/contract.ts'
import { me } from './api/queries.ts'

/** The signed-in person with their permissions. */
export type Person = Me

/** A failed request is retried by the component that shows the failure, not by the next one that mounts. */
export const usePerson = (): Person | undefined => useQuery({ ...me(), retryOnMount: false }).data?.data
