import { createContext } from 'react'

/** An area of the back-office, as the API names the permissions of a person. */
export type Area = 'moderation' | 'claims' | 'support' | 'communes' | 'imports' | 'dashboard' | 'reserved'

/** The area of the current screen, set by the frame: the table of screens is on a higher floor. */
export const ScreenArea = createContext<Area | undefined>(undefined)
