import { daysAfter, localDay } from '../src/kernel/values/local-time.ts'

/**
 * The day so many days from today, where the communes are. In UTC it is yesterday for an hour or two of each night, and 24
 * hours later it may be the same day, or the one after the next, when the clocks change.
 */
export const day = (ahead: number): string => daysAfter(localDay(new Date(), 'Europe/Paris'), ahead)
