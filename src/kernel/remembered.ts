/** A function that keeps its latest results, at most so many: for what pages ask again and again, and takes long to find. */
export function remembered<Result>(find: (text: string) => Result, most = 10_000): (text: string) => Result {
  const known = new Map<string, Result>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = find(text)
    if (known.size >= most) known.clear()
    known.set(text, found)
    return found
  }
}
