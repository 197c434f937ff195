/** All fields of `T`, in this order: one that is forgotten, or that `T` does not have, does not compile. */
export const fieldsOf = <T>(fields: Readonly<Record<keyof T, true>>) =>
  Object.keys(fields) as (keyof T & string)[]

/** Of a record that may hold more, these fields alone, in this order. */
export const pick = <F extends object, T extends Readonly<Record<keyof F, unknown>>>(fields: F, record: T) =>
  Object.fromEntries(Object.keys(fields).map(name => [name, record[name as keyof F]])) as {
    [Name in keyof F]: T[Name]
  }
