import { useQuery } from '@tanstack/react-query'
import { send } from '../api/send.ts'

/** The account at the identity provider: whether it has a password and a second factor. */
export const useAccount = () =>
  useQuery({ queryKey: ['GET /auth/get-session'], queryFn: () => send('GET /auth/get-session', {}) })

export const useSessions = () =>
  useQuery({ queryKey: ['GET /auth/list-sessions'], queryFn: () => send('GET /auth/list-sessions', {}) })

export const usePasskeys = () =>
  useQuery({
    queryKey: ['GET /auth/passkeys'],
    queryFn: () => send('GET /auth/passkeys', {}),
  })
