import { HASH_COST, hashApart } from '../../src/people/users/hash-in-thread.ts'
import { type Outcome, outcomeOf } from '../asking.ts'
import { asModerator, type Bench, inTurns, requestLine } from '../bench.ts'
import { PERSON } from '../secrets.ts'
import type { Measured, Turn } from '../table.ts'

/** More would exceed the queue for hashing. */
const LANES = 2

/** Password sign-in compared with its hash alone, which is expensive on purpose. */
export async function signingIn(bench: Bench): Promise<Measured> {
  const { parvis, load, options } = bench
  const seconds = Math.max(options.seconds, 1)
  const hashing = async (): Promise<Turn> => {
    const times: number[] = []
    const began = performance.now()
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (let at = performance.now(); at < began + seconds * 1000; at = performance.now()) {
          await hashApart(PERSON.password, 'the salt of the bench', HASH_COST)
          times.push(performance.now() - at)
        }
      }),
    )
    return outcomeOf(times, (performance.now() - began) / 1000)
  }
  const { authorization: _, ...headers } = asModerator(parvis)
  const request = requestLine('POST', '/auth/sign-in/email', headers, JSON.stringify(PERSON))
  const signIn = async (): Promise<Turn> => {
    const outcome = await load.ask<Outcome>({
      port: parvis.port,
      request,
      status: 200,
      seconds,
      connections: LANES,
    })
    if (outcome.errors > 0) throw new Error(`${outcome.errors} errors, the first: ${outcome.problem}`)
    return outcome
  }
  const turns = await inTurns(bench, hashing, signIn)
  return { name: 'sign-in', against: 'scrypt of the password alone, in the same thread', ...turns }
}
