/** The app whose scope the pages have: an operator limits it, or switches it off, like any other app. */
export const APP = 'place'
