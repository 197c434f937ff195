/** The id below or above; from nowhere, the first. */
export function neighbour(ids: readonly string[], from: string | undefined, by: 1 | -1): string | undefined {
  const at = from === undefined ? -1 : ids.indexOf(from)
  if (at === -1) return by === 1 ? ids[0] : undefined
  return ids[at + by]
}
