/** Rows read and held at once. */
export const STRIDE = 500

export function* inStrides<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += STRIDE) yield all.slice(from, from + STRIDE)
}
