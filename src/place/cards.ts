import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Teinte } from '../../shared/words/places.ts'
import { ASSETS_PATH } from './style.ts'

/** What messengers show of a page without a picture. Drawn by `test/fixtures/place-cards.ts`, once for all. */

export const CARD = { width: 1200, height: 630 } as const

export const cardName = (teinte: Teinte): string => `carte-${teinte}.png`

export const cardPath = (teinte: Teinte): string => ASSETS_PATH + cardName(teinte)

export const readCard = (teinte: Teinte): Buffer =>
  readFileSync(join(import.meta.dirname, 'cards', `${teinte}.png`))
