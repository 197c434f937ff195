import { MONTHLY } from './monthly.ts'
import type { Occasion } from './occasion.ts'
import { YEARLY } from './yearly.ts'

export const OCCASIONS: readonly Occasion[] = [...YEARLY, ...MONTHLY]
