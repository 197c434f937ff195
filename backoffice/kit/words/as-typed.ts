import { dayAsTyped } from '../../../shared/typed/day.ts'
import { parisClock } from '../../../shared/wall-clock.ts'
import { clockTime } from './format.ts'

/** The other way round: `24/11/2026 18 h`, in Paris. */
export function momentAsTyped(instant: string | null): string {
  if (instant === null) return ''
  const [day = '', time = ''] = parisClock(new Date(instant)).split('T')
  return `${dayAsTyped(day)} ${clockTime(time.slice(0, 5))}`
}
