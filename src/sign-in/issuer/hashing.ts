import { hashPassword, verifyPassword } from '../../users/passwords.ts'
import { currentExchange } from './exchange.ts'

/** Computes each password hash of an exchange once, outside of its transaction. */

/** One hash per request for known and unknown addresses, so that both take the same time. */
export function hashOnce(password: string): Promise<string> {
  const exchange = currentExchange()
  return exchange.slowly(`hash ${password}`, () => hashPassword(password, exchange))
}

export function verifyOnce(hash: string, password: string): Promise<boolean> {
  const exchange = currentExchange()
  return exchange.slowly(`verify ${hash} ${password}`, () => verifyPassword(hash, password, exchange))
}
