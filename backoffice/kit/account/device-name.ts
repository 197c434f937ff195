const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'Chromebook'],
  ['Linux', 'Linux'],
] as const

/** “Firefox, Windows”: enough to recognise one's own device. */
export function deviceOf(userAgent: string | null): string | undefined {
  const named = (list: readonly (readonly [string, string])[]) =>
    list.find(([sign]) => userAgent?.includes(sign))?.[1]
  const parts = [named(BROWSERS), named(SYSTEMS)].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : undefined
}
