const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const LONGEST = 200

/** Not by what reads typed days: the first page loads this file. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && JSON.stringify(new Date(text))?.startsWith(`"${text}T`)

/**
 * Reads the search parameters of an address. Unknown or invalid values are dropped, never an error: people copy links by
 * hand.
 */
export function readingAddress(search: Record<string, unknown>) {
  const word = (name: string): string => {
    const value = search[name]
    return typeof value === 'string' ? value : String(value ?? '')
  }
  const fitting = (pattern: RegExp, name: string) => (pattern.test(word(name)) ? word(name) : undefined)
  return {
    text: (name: string) => word(name).slice(0, LONGEST) || undefined,
    oneOf: <const T extends string>(list: readonly T[], name: string) => list.find(one => one === word(name)),
    keyOf: <T extends string>(record: Readonly<Record<T, unknown>>, name: string) =>
      (Object.keys(record) as T[]).find(key => key === word(name)),
    id: (name: string) => fitting(ID, name),
    /** As `2026-11-20`. */
    day: (name: string) => (isDay(word(name)) ? word(name) : undefined),
    /** Page 1 has no parameter. */
    page: (name = 'page') => {
      const page = Number(word(name))
      return Number.isInteger(page) && page > 1 ? page : undefined
    },
  }
}

/** Changes parameters of the address of a list. Another filter begins at the first page. */
export const changing =
  <Address extends object>(navigate: (to: { search: (before: Address) => Address }) => unknown) =>
  (change: Partial<Address>): void =>
    void navigate({ search: before => withoutBlanks({ ...before, page: undefined, ...change }) as Address })

/** Drops empty values, so that one view has one address. */
export const withoutBlanks = <T extends object>(address: T) =>
  Object.fromEntries(
    Object.entries(address).filter(([, value]) => value !== undefined && value !== '' && value !== false),
  ) as { readonly [Name in keyof T]?: T[Name] | undefined }
