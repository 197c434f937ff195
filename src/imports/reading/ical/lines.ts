/** iCalendar as lines, read so that one broken line costs no other. */

export interface Property {
  /** Upper case. */
  readonly name: string
  /** Names in upper case. */
  readonly params: Readonly<Record<string, string>>
  /** As it stands, still escaped. */
  readonly value: string
}

/** Properties that texts may follow whose lines were not folded: only what is known ends them. */
const KNOWN = new Set(
  `BEGIN END UID SUMMARY DESCRIPTION LOCATION URL DTSTART DTEND DURATION DTSTAMP CREATED LAST-MODIFIED RRULE RDATE
  EXDATE EXRULE RECURRENCE-ID SEQUENCE STATUS CLASS TRANSP CATEGORIES ORGANIZER ATTENDEE CONTACT ATTACH GEO PRIORITY
  RESOURCES COMMENT RELATED-TO REQUEST-STATUS IMAGE COLOR CONFERENCE NAME SOURCE REFRESH-INTERVAL VERSION PRODID
  CALSCALE METHOD TZID TZNAME TZOFFSETFROM TZOFFSETTO TZURL ACTION TRIGGER REPEAT DUE COMPLETED PERCENT-COMPLETE
  FREEBUSY STYLED-DESCRIPTION ACKNOWLEDGED`.split(/\s+/),
)
const LONGEST_LINE = 100_000
const TEXTS = new Set(['DESCRIPTION', 'SUMMARY', 'LOCATION', 'COMMENT'])

// Each part can be read in one way only, or a line of commas would take for ever.
const LINE = /^([A-Za-z][\w-]*)((?:;[^:;="]+=(?:"[^"]*"|[^",:;]*)(?:,(?:"[^"]*"|[^",:;]*))*)*):(.*)$/s

export function propertiesOf(text: string): Property[] {
  const found: { name: string; params: Record<string, string>; value: string }[] = []
  for (const line of unfolded(text).split(/\r\n|\n|\r/)) {
    if (line.trim() === '') continue
    // No property of use is longer, and a pattern is not for megabytes.
    const parts = LINE.exec(line.slice(0, LONGEST_LINE))
    const name = parts?.[1]?.toUpperCase() ?? ''
    const last = found.at(-1)
    if (parts && (isKnown(name) || !last || !TEXTS.has(last.name)))
      found.push(withWholeZone({ name, params: paramsOf(parts[2] ?? ''), value: parts[3] ?? '' }))
    // A known name that is written badly is that property, and no text: it may be somebody's address.
    else if (isKnown(/^([\w-]+)[;:=]/.exec(line)?.[1])) found.push({ name: '', params: {}, value: '' })
    // A text whose writer forgot to fold it goes on.
    else if (last && TEXTS.has(last.name)) last.value += `\\n${line}`
  }
  return found
}

const isKnown = (name = ''): boolean => KNOWN.has(name.toUpperCase()) || /^x-/i.test(name)

/** `TZID=tzone://Microsoft/Custom:2026…`: a name with a colon that nobody quoted ends at the last one. */
function withWholeZone(property: { name: string; params: Record<string, string>; value: string }) {
  const { name, params, value } = property
  if (params.TZID === undefined) return property
  const at = value.lastIndexOf(':')
  if (at < 0) return property
  const zone = `${params.TZID}:${value.slice(0, at).replaceAll('"', '')}`
  return { name, params: { ...params, TZID: zone }, value: value.slice(at + 1) }
}

const unfolded = (text: string): string => text.replaceAll(/(?:\r\n|\n|\r)[ \t]/g, '')

/** The same on bytes: lines are folded within a letter, too, and then each half is no text. */
export function unfoldedBytes(bytes: Buffer): Buffer {
  if (!/^\ufeff?(?:\xef\xbb\xbf)?\s*BEGIN:VCALENDAR/i.test(bytes.subarray(0, 100).toString('latin1')))
    return bytes
  return Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n[ \t]/g, ''), 'latin1')
}

function paramsOf(text: string): Record<string, string> {
  const params: Record<string, string> = Object.create(null)
  for (const [, name = '', value = ''] of text.matchAll(/;([^:;="]+)=((?:"[^"]*"|[^":;])*)/g))
    params[name.toUpperCase()] = value.replaceAll('"', '').trim()
  return params
}

/** The text that an escaped value means. */
export const textOf = (value: string): string =>
  value.replaceAll(/\\([\\;,nN:"])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))
