import { Temporal } from 'temporal-polyfill'
/** The zone of times without a zone, unless the commune is overseas: all sources are about towns of France. */
export const PARIS = 'Europe/Paris'
export const UTC = '+00:00'

/** Abbreviations of zones as offsets. Ambiguous ones, such as `IST`, are left out. */
const OFFSETS: Readonly<Record<string, string>> = {
  z: '+00:00',
  ut: '+00:00',
  utc: '+00:00',
  gmt: '+00:00',
  wet: '+00:00',
  bst: '+01:00',
  west: '+01:00',
  cet: '+01:00',
  met: '+01:00',
  mez: '+01:00',
  hnec: '+01:00',
  cest: '+02:00',
  mest: '+02:00',
  mesz: '+02:00',
  haec: '+02:00',
  eet: '+02:00',
  eest: '+03:00',
  msk: '+03:00',
  ast: '-04:00',
  adt: '-03:00',
  est: '-05:00',
  edt: '-04:00',
  cst: '-06:00',
  cdt: '-05:00',
  mst: '-07:00',
  mdt: '-06:00',
  pst: '-08:00',
  pdt: '-07:00',
  akst: '-09:00',
  akdt: '-08:00',
  hst: '-10:00',
  aest: '+10:00',
  aedt: '+11:00',
  nzst: '+12:00',
  nct: '+11:00',
  ret: '+04:00',
  gft: '-03:00',
}

/**
 * A zone in the form that `Temporal` takes: an offset or an IANA name; undefined when it is neither. Reads `+0100`, `GMT+1`,
 * `CEST`, `[Europe/Paris]`, `-00:00`.
 */
export function zoneOf(text: string): string | undefined {
  const name = text.trim().replaceAll(/^\[|\]$/g, '')
  const offset = /^(?:(?:utc|gmt)\s?)?([+-])(\d{1,2}):?(\d{2})?(?::?\d{2})?$/i.exec(name)
  if (offset) {
    const [, sign = '+', hours = '0', minutes = '00'] = offset
    return Number(hours) <= 14 && Number(minutes) < 60
      ? `${sign}${hours.padStart(2, '0')}:${minutes}`
      : undefined
  }
  const known = OFFSETS[name.toLowerCase()]
  if (known) return known
  // Single-letter zones are often wrong; RFC 2822 says to read them as UTC.
  if (/^[a-ik-y]$/i.test(name)) return '+00:00'
  return isIana(name) ? name : undefined
}

export function isIana(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)+$/.test(name)) return false
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name) !== undefined
  } catch {
    return false
  }
}

/** `2026-12-05` in a time zone. */
export const dayAt = (instant: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString()

/** `20:30` in a time zone. */
export const hourAt = (instant: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString()
    .slice(0, 5)
