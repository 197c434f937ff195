/** Work that takes turns on this node: each begins when the one before it has ended, well or not. */
export function oneAfterTheOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}
