import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/**
 * `useActs` tells the outcome of an action, `useRecord` and `useAsking` that of a form, `useDesk` that of a decision. This list
 * names what keeps a failure or a notice of its own. It only shrinks.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'app/app.tsx': 'The session at the start, before any screen.',
  'app/sign-in/resend.tsx': 'Before the sign-in: the first load has no code for screens.',
  'app/sign-in/sign-in.tsx': 'Before the sign-in: the first load has no code for screens.',
  'app/sign-out.tsx': 'A dialog that stays: the session is still open.',
  'kit/desk/failures.ts': 'Failed decisions of a desk, which are retried.',
  'kit/desk/use-desk.ts': 'The decisions of a desk.',
  'kit/forms/asking.ts': 'Forms for credentials.',
  'kit/forms/other-dates.tsx': 'Announces the dates that a form adds; nothing is sent.',
  'kit/forms/record.ts': 'Forms.',
  'kit/ui/copy.ts': 'The clipboard; nothing is sent.',
  'kit/ui/message.tsx': 'Draws a failure.',
  'office/imports/use-preview.ts': 'Reads what a source would give; nothing is changed.',
  'office/moderation/counted.ts': 'Counts what a bulk decision would change; nothing is changed.',
  'office/settings/trial.tsx': 'Reads what a list would find; a later trial replaces an earlier one.',
  'townhall/publications/drafts.tsx': 'The offer to take a draft back, which stays with its failure.',
  'townhall/write/files.ts': 'The upload of each file, beside its name.',
  'townhall/write/form.tsx': 'The form of a publication, whose failure may be told on another screen.',
}

const ROOT = join(import.meta.dirname, '..')
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path) && !/^\.built|^app\/gallery\/|^test\/|\.test\.ts$/.test(path))
  .map(path => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(ROOT, path), 'utf8') }))

const OWN_STATE = /const \[\w*(failure|failed|error|notice|said|stale)\w*, \w+\] = useState/i
const OWN_WORDS = /\bsentenceOf\b.* from '[./\w]*ui\/message\.tsx'|function sentenceOf\(error/
const OWN_REQUEST = /\buseMutation\(|\bcatch\(set[A-Z]|\bset[A-Z]\w*\((error|failure)\)/

test('the outcome of an action is kept and told by one hook', () => {
  assert.ok(sources.length > 300)
  const own = sources
    .filter(({ text }) => [OWN_STATE, OWN_WORDS, OWN_REQUEST].some(pattern => pattern.test(text)))
    .map(({ path }) => path)
  assert.deepEqual(own.toSorted(), Object.keys(EXCEPTIONS).toSorted())
})
