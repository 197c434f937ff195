import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ASSETS_PATH } from './style.ts'

/** The scripts, read once at the start. None of them makes a page work: each makes one nicer. */

/** The name of a file never changes its meaning: an incompatible element gets another one. */
const FILES = ['parvis-agenda', 'panneau', 'alertes', 'alertes-recues', 'autour', 'imprimer'] as const

/** Browsers ask for a newer version of a worker where they found it. */
export const WORKER = 'alertes-recues'

interface Script {
  readonly bytes: Buffer
  /** Named after its content, so that browsers may keep it for a year; a worker keeps its address. */
  readonly path: string
}

export type Scripts = Readonly<Record<(typeof FILES)[number], Script>>

export const readScripts = (): Scripts =>
  Object.fromEntries(
    FILES.map(name => {
      const bytes = readFileSync(join(import.meta.dirname, 'scripts', `${name}.js`))
      const version = name === WORKER ? '' : `-${hash('sha1', bytes, 'hex').slice(0, 12)}`
      return [name, { bytes, path: `${ASSETS_PATH}${name}${version}.js` }]
    }),
  ) as Scripts
