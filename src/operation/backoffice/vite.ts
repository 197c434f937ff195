import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import { ownVersion } from '../../kernel/settings/version.ts'

/** Where the back-office's sources are, and Vite's configuration for builds and `npm run dev`. */
export const SOURCES = join(import.meta.dirname, '../../../backoffice')

/** Shared by many screens, and not by the desk of moderation. */
const CONTACTS =
  /shared\/(fields\/(communes|acteurs)|words\/(communes|mail)|closings|typed\/(closings|opening-[a-z]+))\.|kit\/(words\/contacts|forms\/(described|inputs|link|closings|opening-hours))/
/** Forms with days: the desk of moderation loads them with its dialogs. */
const FORMS = /kit\/(forms|words\/as-typed)|shared\/typed\//
/** No screen of the office has them. */
const TOWNHALL = /backoffice\/townhall\//
/** Fields that parse a typed date. */
const DAYS =
  /shared\/typed\/(?!closings|opening)|kit\/(words\/as-typed|forms\/(date-field|choose-moment|other-dates|event-time))/
/** Shared by the desks of moderation, claims and messages. What a team notes about an item is loaded where there is some. */
const DESK = /kit\/(desk\/(?!team-work|note|mentions|shared-words|decided)|views|ui\/copy)|react-query/

/** The words and rules of the states of publications: of the desk, its dialogs, appeals and other screens. */
const STATES = /office\/moderation\/(decision-texts|texts|rules)\./
/** What rarer dialogs of the desk of moderation share with other screens. */
const COMPARED = /office\/moderation\/dialogs-texts|kit\/ui\/diff/

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
    // The first versions with `light-dark()`: a fallback for older ones would apply to the whole page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Every asset is a file: the policy allows neither inline scripts nor data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'assets/licences.md' },
    reportCompressedSize: false,
    // By default Rolldown makes a file of whatever two screens share: the moderation desk would load 33 files, most of them of
    // a few lines. Larger groups make other screens load code that they do not use.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 9 },
            {
              name: 'common',
              test: id => !CONTACTS.test(id) && !DAYS.test(id) && !TOWNHALL.test(id) && !COMPARED.test(id),
              minShareCount: 7,
              priority: 8,
            },
            { name: 'townhall', test: TOWNHALL, minShareCount: 6, priority: 8 },
            { name: 'contacts', test: CONTACTS, minShareCount: 2, priority: 7 },
            { name: 'markdown', test: /kit\/ui\/markdown|\/marked\//, priority: 6 },
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 5 },
            { name: 'desk', test: DESK, minShareCount: 2, priority: 4 },
            { name: 'states', test: STATES, priority: 3 },
            {
              name: 'moderation',
              test: /office\/moderation\/(?!(?:team|batch|batch-team|batch-texts|changes|filters|elsewhere|presets|presets-texts|picture|attachments|illegal|illegal-texts|compare|conflict-dialog|contested|correct|dialogs-texts|feature|schedule|revisions|send-back|send-back-texts|reports|twins|twins-texts|watched|watched-texts)\.)/,
              priority: 2,
            },
            // A group takes what its files import, unless one of a higher priority has it: this one is the last.
            { name: 'compared', test: COMPARED, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
}
