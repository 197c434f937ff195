/** The items of a page of each queue. */
export const PER_PAGE = 25
