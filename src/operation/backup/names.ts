/** Names of automatic backups: installation and time. */

export interface Named {
  readonly name: string
  /** Identifies the installation by its secret, so that several can share a folder and remove only their own. */
  readonly whose: string
  readonly at: Date
}

export const nameFor = (whose: string, at: Date, encrypted: boolean) =>
  `parvis-${whose}-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.gz${encrypted ? '.age' : ''}`

/** Undefined for names that are not ours. */
export function named(name: string): Named | undefined {
  const form = /^parvis-([0-9a-f]{8})-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.gz(?:\.age)?$/
  const [, whose, day, hours, minutes, seconds] = form.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return whose && !Number.isNaN(at.getTime()) ? { name, whose, at } : undefined
}
