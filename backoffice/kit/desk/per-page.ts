/** How many items a page of a desk lists. */
export const PER_PAGE = 25
