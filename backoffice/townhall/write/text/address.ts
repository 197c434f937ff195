import { linkOf } from '../../../../shared/typed/link.ts'
import { addressOf } from './row.ts'

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const TELEPHONE = /^(?:\+|0)[\d .()-]{5,}$/

/** The address of a link as people type it; undefined where it is none. */
export function addressTyped(typed: string): string | undefined {
  const text = typed.trim()
  if (TELEPHONE.test(text)) return `tel:${text.replaceAll(/[^\d+]/g, '')}`
  return addressOf(MAIL.test(text) && !/^mailto:/i.test(text) ? `mailto:${text}` : linkOf(text))
}
