import { createContext } from 'react'
import type { Area } from '../../shared/words/access.ts'

/** The area of the current screen. The frame sets it, because `kit` may not import the table of screens. */
export const ScreenArea = createContext<Area | undefined>(undefined)
