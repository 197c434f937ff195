/**
 * A function that copies these properties of one record and those of another into a new one: 3 µs for twenty rows of a list,
 * where object spread takes 30 and a loop 70. The names are ours: they become code.
 */
export function copier(names: readonly string[], beside: readonly string[]) {
  const copied = [
    ...names.map(name => `${name}: row.${name}`),
    ...beside.map(name => `${name}: more.${name}`),
  ]
  return new Function('row', 'more', `return { ${copied} }`) as (row: object, more: object) => object
}
