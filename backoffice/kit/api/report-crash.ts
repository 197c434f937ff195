import { send } from './send.ts'

/**
 * Reports a crash to the service, which logs it under the reference shown on the screen. The error's message is not sent: it
 * may quote a person's text. Neither are ids, queries or function names.
 */
interface Crash {
  readonly reference: string
  /** False: the report failed, and the service does not know this reference. */
  readonly sent: Promise<boolean>
}

const MOST_FRAMES = 15
const reported = new WeakMap<object, Crash>()

/** Reports each error object once. */
export function report(error: unknown, part: string, screen: string): Crash {
  const key = error instanceof Object ? error : new Error()
  const known = reported.get(key)
  if (known) return known
  const reference = crypto.randomUUID()
  const body = {
    reference,
    name: nameOf(error),
    frames: framesOf(error),
    screen: /^\/[a-z$/-]{0,79}$/i.test(screen) ? screen : '/',
    part,
    version: __PARVIS_VERSION__,
  }
  const sent = send('POST /api/v1/crashes', { body, keepalive: true }).then(
    () => true,
    () => false,
  )
  const crash = { reference, sent }
  reported.set(key, crash)
  return crash
}

const nameOf = (error: unknown): string =>
  error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error'

/** The stack frames inside our own files. */
function framesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return [...stack.matchAll(/(https?:\/\/[^/\s]+)\/(assets\/[\w.-]{1,90}\.js:\d{1,7}:\d{1,7})/g)]
    .filter(([, from]) => from === location.origin)
    .flatMap(([, , place]) => place ?? [])
    .slice(0, MOST_FRAMES)
}
