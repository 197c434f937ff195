/** Copies only these fields of a record, in this order. */
export const pick = <F extends object, T extends Readonly<Record<keyof F, unknown>>>(fields: F, record: T) =>
  Object.fromEntries(Object.keys(fields).map(name => [name, record[name as keyof F]])) as {
    [Name in keyof F]: T[Name]
  }
