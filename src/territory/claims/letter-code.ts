import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../kernel/settings/secrets.ts'

/** The code of a letter: derived from its id, so that it can be printed again and is stored nowhere. */

/** Without letters and digits that look alike: I, L, O, U, 0, 1. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const LENGTH = 8

/** `K7QM-2XWD` */
export const codeOf = (secrets: Secrets, letterId: string): string =>
  derived(secrets.derive(PURPOSE), letterId).replace(/^(.{4})/, '$1-')

/** Accepts any case and spacing, and codes printed before the secret was exchanged. */
export const isCodeOf = (secrets: Secrets, letterId: string, typed: string): boolean => {
  const given = digest(typed.toUpperCase().replaceAll(/[^A-Z\d]/g, ''))
  return [secrets.derive(PURPOSE), ...secrets.deriveOthers(PURPOSE)].some(key =>
    timingSafeEqual(given, digest(derived(key, letterId))),
  )
}
const PURPOSE = 'claim letter'
const digest = (text: string) => hash('sha256', text, 'buffer')

function derived(key: Buffer, letterId: string): string {
  let rest = BigInt(`0x${createHmac('sha256', key).update(letterId).digest('hex')}`)
  const base = BigInt(ALPHABET.length)
  let code = ''
  while (code.length < LENGTH) {
    code += ALPHABET[Number(rest % base)]
    rest /= base
  }
  return code
}
