/** What many ask for at once is read once for all of them, and holds one connection; whoever asks later reads again. */
export function together<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}
