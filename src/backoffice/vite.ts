import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import { ownVersion } from '../kernel/version.ts'

/** Where the sources of the back-office lie, and how Vite is told to build them: the same for a build and for `npm run dev`. */
export const SOURCES = join(import.meta.dirname, '../../backoffice')

export const viteConfig: InlineConfig = {
  root: SOURCES,
  configFile: false,
  envDir: false,
  base: '/',
  clearScreen: false,
  define: { __PARVIS_VERSION__: JSON.stringify(ownVersion()) },
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:4]' } },
  build: {
    target: 'es2023',
    // The first of each that know `light-dark()`: replaced for older ones, it would hold for the whole page alone.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Everything is a file of ours: the page allows neither inline scripts nor data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'assets/licences.md' },
    reportCompressedSize: false,
    // Left to itself it makes a file of whatever two screens share: 33 of them for the moderation, most of a few lines.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 1 },
            { name: 'common', minShareCount: 6 },
          ],
        },
      },
    },
  },
}
