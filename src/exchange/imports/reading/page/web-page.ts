import { explain } from '../../explanations.ts'
import { isCalendarSignIn, publicCalendarOf } from '../calendar-services.ts'
import { Unreadable } from '../item.ts'
import { refuseDoctype } from '../texts/xml-text.ts'
import { hintsOf } from './page-hints.ts'

/** Documents that are not feeds: each is refused with its reason. */

export const isPage = (text: string): boolean =>
  /^\s*(?:<\?xml[^<>]{0,200}>\s*)?(?:<!--|<!doctype\s+html|<html)/i.test(text)

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
  if (/<input\s[^<>]{0,300}type=["']?password/i.test(text)) throw new Unreadable(explain('is_sign_in_page'))
  const feed = hintsOf(text, url).named[0]?.url
  throw new Unreadable(feed ? explain('is_page_with_feed', { text: feed }) : explain('not_a_feed'))
}
