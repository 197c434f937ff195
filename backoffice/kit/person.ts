import { useQuery } from '@tanstack/react-query'
import type { Me } from './api/contract.ts'
import { me } from './api/queries.ts'

/** Who is signed in, and what they may do. */
export type Person = Me

/** What failed is asked again by who says so on the screen, not by the next part of it that wants to know. */
export const usePerson = (): Person | undefined => useQuery({ ...me(), retryOnMount: false }).data?.data
