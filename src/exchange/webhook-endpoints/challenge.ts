import { randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '../../kernel/db/db.ts'
import { type Door, FetchRefused } from '../../kernel/fetch/fetch.ts'
import { FETCH_FAILURES } from '../../kernel/fetch/refused.ts'
import { found, type Language, Problem } from '../../kernel/refusals/errors.ts'
import { fillIn } from '../../kernel/refusals/explanations.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { measure } from './deliveries.ts'
import { pairsOf, secretsOf } from './endpoints.ts'
import { headersOf } from './signing.ts'

/** Whether an address belongs to a program that wants events: it answers a signed challenge with the text that the challenge holds. */

const TIMEOUT_MS = 10_000
const MOST_BYTES = 4_096

interface Challenging {
  readonly db: Db
  readonly config: Config
  readonly door: Door
  readonly secrets: Secrets
}

/** The address that answered. Throws `webhook_unverified` with the reason. */
export async function challenge(
  { db, config, door, secrets }: Challenging,
  endpointId: string,
  now: Date,
): Promise<string> {
  const { url, granted_to, secret_sealed } = found(await secretsOf(db, endpointId))
  const text = randomBytes(16).toString('hex')
  const body = JSON.stringify({
    type: 'endpoint.verify',
    timestamp: now.toISOString(),
    data: { challenge: text },
  })
  const began = performance.now()
  const answered = await door
    .allowing(pairsOf(granted_to, config))
    .fetch(url, {
      headers: headersOf({ id: randomUUID(), body }, [secrets.open(secret_sealed)], now),
      content: { bytes: Buffer.from(body), type: 'application/json' },
      redirects: 0,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
    })
    .catch((error: unknown) => {
      if (error instanceof FetchRefused) throw unverified(explained(error, 'fr'), explained(error, 'en'))
      throw error
    })
  if (answered.status !== 'ok' || challengeIn(answered.bytes.toString()) !== text)
    throw unverified(
      'Sa réponse n’a pas le texte envoyé, dans le champ « challenge ».',
      'Its answer has no field "challenge" with the text that was sent.',
    )
  await measure(db, endpointId, Math.round(performance.now() - began), true)
  return url
}

/** Another request changed the address meanwhile: the one that answered says nothing of it. */
export const changedMeanwhile = () =>
  unverified('Son adresse a changé entre-temps.', 'Its address has changed meanwhile.')

const unverified = (fr: string, en: string) =>
  new Problem('webhook_unverified', { details: [{ path: 'url', fr, en }] })

function explained(error: FetchRefused, language: Language): string {
  const { explanation } = error
  return explanation ? fillIn(FETCH_FAILURES[explanation.code], explanation.params, language) : error.message
}

function challengeIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { challenge?: unknown } | null)?.challenge
  } catch {
    return undefined
  }
}
