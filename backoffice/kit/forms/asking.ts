import { type FormEvent, useState } from 'react'
import { Refused } from '../api/refused.ts'
import { sentenceOf } from '../ui/message.tsx'
import { t } from './asking-texts.ts'

/** The state of a form for credentials: nothing is stored, and fields are uncontrolled, for password managers. */
export interface Asking {
  readonly busy: boolean
  readonly errors: Readonly<Record<string, string | undefined>>
  readonly failure: string | undefined
  readonly code: string | undefined
  submit(event: FormEvent<HTMLFormElement>): void
  /** For a form with controlled fields. */
  send(values: FormData): void
}

export function useAsking(
  check: (values: FormData) => Readonly<Record<string, string | undefined>>,
  send: (values: FormData) => Promise<void>,
): Asking {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Asking['errors']>({})
  const [failed, setFailed] = useState<{ readonly sentence: string; readonly code: string | undefined }>()
  const attempt = (values: FormData) => {
    if (busy) return
    const wrong = check(values)
    setErrors(wrong)
    setFailed(undefined)
    if (Object.values(wrong).some(Boolean)) return
    setBusy(true)
    send(values)
      .catch(error =>
        setFailed({ sentence: toldOf(error), code: error instanceof Refused ? error.code : undefined }),
      )
      .finally(() => setBusy(false))
  }
  return {
    busy,
    errors,
    failure: failed?.sentence,
    code: failed?.code,
    submit(event) {
      event.preventDefault()
      attempt(new FormData(event.currentTarget))
    },
    send: attempt,
  }
}

const toldOf = (error: unknown) =>
  error instanceof Refused && error.status === 429 ? t.wait(error.retryAfter ?? 60) : sentenceOf(error)

export function emailError(values: FormData): string | undefined {
  const email = String(values.get('email') ?? '').trim()
  if (email === '') return t.email.missing
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$|@localhost$|\.localhost$/.test(email) ? undefined : t.email.malformed
}

export const text = (values: FormData, name: string): string => String(values.get(name) ?? '').trim()
/** Passwords are not trimmed. */
export const password = (values: FormData): string => String(values.get('password') ?? '')

const SHORTEST_PASSWORD = 12
export const tooShort = (typed: string): string | undefined =>
  typed === ''
    ? t.password.missing
    : [...typed].length < SHORTEST_PASSWORD
      ? t.password.short([...typed].length)
      : undefined
