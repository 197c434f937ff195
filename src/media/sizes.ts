/** How large our pictures are. Made once and kept: what is changed here holds for the pictures that come after. */

export interface Size {
  readonly width: number
  readonly height: number
}

const WIDTHS: readonly number[] = [480, 960, 1600]
/** A drawing of the whole street, or a screen photographed from top to bottom. */
const TALLEST = 3200
/** One that is hardly smaller than the next is not worth its place. */
const ALIKE = 0.9

/** The largest that is made of a picture: never larger than it was. */
export function largestOf({ width, height }: Size): Size {
  const scale = Math.min(1, Math.max(...WIDTHS) / width, TALLEST / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Its widths, the smallest first. */
export const widthsOf = ({ width }: Size): readonly number[] => [
  ...WIDTHS.filter(smaller => smaller < width * ALIKE),
  width,
]

/** The same picture at this width. */
export const heightAt = (width: number, largest: Size): number =>
  Math.max(1, Math.round((largest.height * width) / largest.width))
