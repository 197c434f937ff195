import { useQuery } from '@tanstack/react-query'
import { client } from '../api/queries.ts'
import { send } from '../api/send.ts'

/** The ways to sign in that this service offers. Used inside the frame and on the sign-in page. */
export const useOptions = () =>
  useQuery(
    {
      queryKey: ['GET /auth/options'],
      queryFn: () => send('GET /auth/options', {}),
      staleTime: Number.POSITIVE_INFINITY,
    },
    client,
  )
