/**
 * The packages of an installation as a CycloneDX document, from the lock file alone: `node deploy/sbom.mjs > parvis.cdx.json`. Two runs
 * give the same document. It names packages, versions, hashes and licences; no address of a registry, no path of this machine.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const read = name => JSON.parse(readFileSync(join(root, name), 'utf8'))
const asked = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
const made = execFileSync('npm', asked, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

// `--omit dev` would also leave out what the service and its tests both use.
const nameOf = path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const installed = new Set(
  Object.entries(read('package-lock.json').packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, { version }]) => `${nameOf(path)}@${version}`),
)
const { name, version } = read('package.json')
const self = `${name}@${version}`
const isHere = ref => ref === self || installed.has(ref)

const { serialNumber: _, ...document } = JSON.parse(made)
const { timestamp: __, ...metadata } = document.metadata
const withoutAddresses = ({ externalReferences: ___, properties: ____, ...one }) => one
const shown = {
  ...document,
  // npm takes the name from the folder.
  metadata: {
    ...metadata,
    component: { ...withoutAddresses(metadata.component), name, type: 'application' },
  },
  components: document.components
    .filter(one => installed.has(`${one.name}@${one.version}`))
    .map(withoutAddresses),
  dependencies: document.dependencies
    .filter(({ ref }) => isHere(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isHere) })),
}
process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
