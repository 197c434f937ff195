/** All fields of `T`, in this order: one that is forgotten, or that `T` does not have, does not compile. */
export const fieldsOf = <T>(fields: Readonly<Record<keyof T, true>>) =>
  Object.keys(fields) as (keyof T & string)[]
