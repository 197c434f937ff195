/** What a backup is called that Parvis makes by itself: whose it is, and the moment that it holds. */

export interface Named {
  readonly name: string
  /** Of the installation, from its secret: several may share a folder, and none removes what another made. */
  readonly whose: string
  readonly at: Date
}

export const nameFor = (whose: string, at: Date, encrypted: boolean) =>
  `parvis-${whose}-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.gz${encrypted ? '.age' : ''}`

/** Undefined where it is none of ours. */
export function named(name: string): Named | undefined {
  const form = /^parvis-([0-9a-f]{8})-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.gz(?:\.age)?$/
  const [, whose, day, hours, minutes, seconds] = form.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return whose && !Number.isNaN(at.getTime()) ? { name, whose, at } : undefined
}
