/** The shield of a commune without a coat of arms: 32 by 36 points. */

export const SHIELD_VIEW = '0 0 32 36'
export const SHIELD_OUTLINE = 'M1 1h30v19c0 8-7 12-15 15C8 32 1 28 1 20z'
export const SHIELD_LINES =
  'M6 23c3-3 5 0 8-2s5-1 8 1 3 1 5 0M8 27c3-2 5 0 8-1s5-1 8 0M10 18V11h3V8l3-3 3 3v3h3v7'
