import { useQuery } from '@tanstack/react-query'
import { client } from '../api/queries.ts'
import { send } from '../api/send.ts'

/** What this service offers to sign in with; also on the sign-in page, outside of the frame. */
export const useOptions = () =>
  useQuery(
    {
      queryKey: ['GET /auth/options'],
      queryFn: () => send('GET /auth/options', {}),
      staleTime: Number.POSITIVE_INFINITY,
    },
    client,
  )
