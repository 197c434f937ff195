import { createContext } from 'react'

/** What a person may be let into. */
export type Area = 'moderation' | 'claims' | 'support' | 'communes' | 'imports' | 'dashboard' | 'reserved'

/** The area of the screen that is shown. The table of screens knows it and is out of reach here. */
export const ScreenArea = createContext<Area | undefined>(undefined)
