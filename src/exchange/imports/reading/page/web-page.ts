import { explain } from '../../explanations.ts'
import { isCalendarSignIn, publicCalendarOf } from '../calendar-services.ts'
import { formatOf } from '../detect.ts'
import { Unreadable } from '../item.ts'
import { refuseDoctype } from '../texts/xml-text.ts'
import { hintsOf } from './page-hints.ts'

/** Documents that are not feeds: each is refused with its reason. */

const BEGINNING = 2048
const COMMENTS = /<!--[\s\S]*?(?:-->|$)/g
/** HTML that its author did not begin with `<html>`, or that a message of PHP stands above. */
const FIRST =
  /^(?:<\?[^<>]{0,200}>\s*)*<(?:!doctype\s+html|html|head|body|frameset|meta|title|link|base|script|style|noscript|center|font|table|form|header|nav|main|section|article|div|p|h[1-6]|span|img|iframe|ul|ol|br|hr|b|a)(?=[\s/>])/i
const WITHIN = /<(?:!doctype\s+html|html|head|body|frameset|meta|title)(?=[\s/>])/i

/** Decided by the first 2 kB. */
export function isPage(text: string): boolean {
  const beginning = text.trimStart().slice(0, BEGINNING)
  if (/^(?:[{[]|%PDF-|PK)/.test(beginning) || formatOf(beginning)) return false
  const shown = beginning.replaceAll(COMMENTS, '').trimStart()
  if (shown === '') return beginning !== ''
  return FIRST.test(shown) || (!shown.startsWith('<') && WITHIN.test(shown))
}

/** Throws `Unreadable`, which says what the document is and what to do about it. */
export function refuseOther(text: string, url: string): never {
  if (text.startsWith('%PDF-')) throw new Unreadable(explain('is_pdf'))
  if (text.startsWith('PK\u0003\u0004')) throw new Unreadable(explain('is_spreadsheet'))
  if (!isPage(text)) {
    refuseDoctype(text)
    throw new Unreadable(explain('not_a_feed'))
  }
  if (isCalendarSignIn(url)) throw new Unreadable(explain('private_calendar'))
  const calendar = publicCalendarOf(url)
  if (calendar) throw new Unreadable(explain('is_page_with_feed', { text: calendar }))
  const feed = hintsOf(text, url).named[0]?.url
  if (feed) throw new Unreadable(explain('is_page_with_feed', { text: feed }))
  const asksForPassword = /<input\s[^<>]{0,300}type=["']?password/i.test(text)
  throw new Unreadable(explain(asksForPassword ? 'is_sign_in_page' : 'not_a_feed'))
}
