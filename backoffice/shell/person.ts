import { useQuery } from '@tanstack/react-query'
import type { Me } from '../api/contract.ts'
import { me } from '../api/queries.ts'

/** Who is signed in, and what they may do. */
export type Person = Me
export const usePerson = (): Person | undefined => useQuery(me()).data?.data
