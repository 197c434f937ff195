import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const HOME = join(import.meta.dirname, '../..')

/** Of this Parvis, as package.json says it: `0.4.0`, or `0.5.0-dev` between two releases. */
export const ownVersion = () => String(JSON.parse(readFileSync(join(HOME, 'package.json'), 'utf8')).version)

/** What somebody who helps asks first: `0.4.0, migration 17, Node 24.21.0`. The migrations are numbered without gaps. */
export const versionInWords = () =>
  `${ownVersion()}, migration ${readdirSync(join(HOME, 'db/migrations')).filter(file => file.endsWith('.sql')).length}, Node ${process.versions.node}`
