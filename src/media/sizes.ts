/** The sizes of re-encoded pictures. Changes apply to new pictures only. */

export interface Size {
  readonly width: number
  readonly height: number
}

const WIDTHS: readonly number[] = [480, 960, 1600]
/** Height limit, for example for a screenshot of a long page. */
const TALLEST = 3200
/** Skips a width close to the original's. */
const ALIKE = 0.9

/** The largest size made of a picture; never enlarged. */
export function largestOf({ width, height }: Size): Size {
  const scale = Math.min(1, Math.max(...WIDTHS) / width, TALLEST / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Its widths, smallest first. */
export const widthsOf = ({ width }: Size): readonly number[] => [
  ...WIDTHS.filter(smaller => smaller < width * ALIKE),
  width,
]

/** The height at this width. */
export const heightAt = (width: number, largest: Size): number =>
  Math.max(1, Math.round((largest.height * width) / largest.width))
