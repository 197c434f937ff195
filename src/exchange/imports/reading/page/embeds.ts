import { isCalendarService, publicCalendarsOf } from '../calendar-services.ts'

/** Public services whose content town sites show in a frame, and apps that keep theirs to themselves. */

/** The addresses to read what this frame or link shows; none for any other. */
export function embeddedSourcesOf(href: string, base: string): readonly string[] {
  const url = URL.parse(href, base)
  if (!url || !/^https?:$/.test(url.protocol)) return []
  if (isAt(url, 'openagenda.com')) {
    const agenda = /^(?:\/[a-z]{2})?\/agendas\/(\d{1,12})(?:\/|$)/.exec(url.pathname)?.[1]
    return agenda ? [agendaAt(agenda)] : []
  }
  if (isNoticePage(url.href)) return [`https://${PANNEAUPOCKET}${url.pathname}${url.search}`]
  return publicCalendarsOf(url.href)
}

const agendaAt = (number: string) => `https://openagenda.com/agendas/${number}`

/** OpenAgenda's script fills an element that holds the number of the agenda. */
export function scriptedAgendaOf(attributes: string): string | undefined {
  const number = /\bdata-(?:cbctl|oabdy)\s*=\s*["']?(\d{1,12})(?!\d)/.exec(attributes)?.[1]
  return number && agendaAt(number)
}

const PANNEAUPOCKET = 'app.panneaupocket.com'

/** Whether the source is the page itself, whose notices stand in its HTML. */
export function isNoticePage(address: string): boolean {
  const url = URL.parse(address)
  return url?.hostname === PANNEAUPOCKET && /^\/(?:ville|embeded)\/\d/.test(url.pathname)
}

export function isFeedBurner(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && ['feedburner.com', 'feedproxy.google.com'].some(host => isAt(url, host))
}

/** Services that anybody may ask, also for a page of another site. */
export function isOpenService(address: string): boolean {
  const url = URL.parse(address)
  if (!url) return false
  return (
    isCalendarService(address) ||
    isFeedBurner(address) ||
    isAt(url, 'openagenda.com') ||
    isAt(url, 'framagenda.org') ||
    url.hostname === 'ics.teamup.com' ||
    url.hostname === PANNEAUPOCKET
  )
}

const CLOSED = { 'intramuros.org': 'IntraMuros', 'illiwap.com': 'illiwap' } as const

/** The name of the app that this frame shows, if its content is closed to other programs. */
export function closedAppOf(href: string, base: string): string | undefined {
  const url = URL.parse(href, base)
  return url ? Object.entries(CLOSED).find(([host]) => isAt(url, host))?.[1] : undefined
}

const isAt = ({ hostname }: URL, host: string): boolean => hostname === host || hostname.endsWith(`.${host}`)
