import { createContext } from 'react'
import type { Area } from '../../shared/words/access.ts'

/** The area of the current screen, set by the frame: the table of screens is on a higher floor. */
export const ScreenArea = createContext<Area | undefined>(undefined)
