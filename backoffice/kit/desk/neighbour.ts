/** The id below or above; from nowhere, the first. */
export function neighbour(ids: readonly string[], from: string | undefined, by: 1 | -1): string | undefined {
  const at = from === undefined ? -1 : ids.indexOf(from)
  if (at === -1) return by === 1 ? ids[0] : undefined
  return ids[at + by]
}

/** The next undecided row below, else the first above. */
export function nextUndecided(
  ids: readonly string[],
  from: string | undefined,
  isDecided: (id: string) => boolean,
): string | undefined {
  const at = from === undefined ? -1 : ids.indexOf(from)
  const below = ids.slice(at + 1).find(id => !isDecided(id))
  return below ?? ids.slice(0, Math.max(at, 0)).find(id => !isDecided(id))
}
