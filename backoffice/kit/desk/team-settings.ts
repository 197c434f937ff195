import { useQuery } from '@tanstack/react-query'
import { counts } from '../api/queries.ts'

/** How the team works, as the counts say it. Undefined until they are loaded. */
export const useTeamSettings = () => useQuery(counts()).data?.data.dashboard
