import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const HOME = join(import.meta.dirname, '../../..')

/** The version in package.json: `0.4.0`, or `0.5.0-dev` between releases. */
export const ownVersion = () => String(JSON.parse(readFileSync(join(HOME, 'package.json'), 'utf8')).version)

/** For support: `0.4.0, migration 17, Node 24.22.3`. Migrations are numbered without gaps. */
export const versionInWords = () =>
  `${ownVersion()}, migration ${readdirSync(join(HOME, 'db/migrations')).filter(file => file.endsWith('.sql')).length}, Node ${process.versions.node}`
