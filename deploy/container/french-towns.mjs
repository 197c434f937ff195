/** Of the package with all towns of the world, an image keeps those of France: 16 MB less. */
import { writeFileSync } from 'node:fs'
import { frenchTowns, TOWNS } from '../../src/territory/communes/registers/load-coordinates.ts'

writeFileSync(TOWNS, JSON.stringify(await Array.fromAsync(frenchTowns(TOWNS))))
