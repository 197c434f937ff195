import { distance } from '../texts/distance.ts'

/** A variable that nothing reads, and the setting that was meant. */
export interface Misspelt {
  readonly given: string
  readonly meant: string
}

/** Shorter names are too near to those of other programs, such as `HOSTS`. */
const SHORTEST = 6
const LONG = 8

/**
 * Finds variables whose name is nearly that of a setting: `SMTP_ULR` is ignored like any variable of another program, so the
 * operator would learn of it when no mail arrives.
 */
export function misspeltIn(
  env: Readonly<Record<string, string | undefined>>,
  settings: ReadonlySet<string>,
): Misspelt[] {
  return Object.keys(env).flatMap(given => {
    const isOurs = settings.has(given) || settings.has(given.replace(/_FILE$/, ''))
    if (isOurs || !env[given] || given.length < SHORTEST || !/^[A-Z][A-Z0-9_]*$/.test(given)) return []
    const meant = nearest(given, settings)
    return meant === undefined ? [] : [{ given, meant }]
  })
}

function nearest(given: string, settings: ReadonlySet<string>): string | undefined {
  const most = given.length < LONG ? 1 : 2
  const near = [...settings].flatMap(name => {
    const errors = name.length < SHORTEST ? undefined : distance(given, name, most)
    return errors === undefined ? [] : [{ name, errors }]
  })
  return near.sort((one, other) => one.errors - other.errors)[0]?.name
}

/** For the terminal. */
export const misspeltInWords = ({ given, meant }: Misspelt) =>
  `${given} is set, but no setting has this name, so it does nothing. Did you mean ${meant}?`
