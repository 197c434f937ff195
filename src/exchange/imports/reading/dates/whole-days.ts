interface Hours {
  readonly first_hour: string | null
  readonly last_hour: string | null
}

/**
 * Hours as they are shown. From midnight to midnight, or to the minute before, are whole days: The Events Calendar and
 * Exchange write them so. Any other end at midnight is not said.
 */
export function shownHours(first: string | null, last: string | null): Hours {
  const isWholeDays = first === '00:00' && (last === null || last === '00:00' || last === '23:59')
  if (isWholeDays) return { first_hour: null, last_hour: null }
  return { first_hour: first, last_hour: last === '00:00' ? null : last }
}
