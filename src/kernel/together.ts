/**
 * What many ask for at once is read once for all of them, and holds one connection. Whoever asks later reads again, or is
 * given the same for `keptMs`.
 */
export function together<T>(read: () => Promise<T>, keptMs = 0): () => Promise<T> {
  let reading: Promise<T> | undefined
  const forget = () => {
    reading = undefined
  }
  return () => {
    reading ??= read().then(
      found => {
        if (keptMs > 0) setTimeout(forget, keptMs).unref()
        else forget()
        return found
      },
      error => {
        forget()
        throw error
      },
    )
    return reading
  }
}
