/** A function that keeps its latest results, at most so many: for what pages ask again and again, and takes long to find. */
export function remembered<Result, Key = string>(
  find: (key: Key) => Result,
  most = 10_000,
): (key: Key) => Result {
  const known = new Map<Key, Result>()
  return key => {
    const before = known.get(key)
    if (before !== undefined) return before
    const found = find(key)
    if (known.size >= most) known.clear()
    known.set(key, found)
    return found
  }
}
