import { namesOf } from '../../shared/fields/field.ts'
import { MODERATION_REASONS } from '../../shared/words/moderation.ts'

/** For each field of each body: values that are stored, how they then read, and values that are refused. */

export type Value = readonly [given: unknown, stored: unknown]
export interface Field {
  readonly taken: readonly Value[]
  readonly refused: readonly unknown[]
}

const as = (value: unknown): Value => [value, value]
const NUL = '\u0000'
const HALF = '\ud83c'
const party = '🎉'
export const NOWHERE = '00000000-0000-7000-8000-000000000000'

/** Values that are no text. */
const NO_TEXT: readonly unknown[] = [
  1,
  true,
  {},
  [],
  ['x'],
  { toString: 'x' },
  `x${NUL}`,
  `x${HALF}`,
  `${HALF}x`,
]
const UNPAIRED_SWAP = '\udf89\ud83c'

const text = (most: number, nullable: boolean): Field => ({
  taken: [
    as('a'),
    as('é'.repeat(most)),
    // Lengths count code points, as PostgreSQL does: each of these is two UTF-16 units.
    as(party.repeat(most)),
    ['e\u0301'.repeat(most), 'é'.repeat(most)],
    [` \t\n${'a'.repeat(most)}\u00a0\n `, 'a'.repeat(most)],
    as(`<script>alert(1)</script> & "'); drop table publications; --`.slice(0, most)),
    as('%s %n $x {{x}} \\ \' " ` \u202e \u200b \r\n\t x'),
    ...(nullable ? [as(null)] : []),
  ],
  refused: [
    ...NO_TEXT,
    UNPAIRED_SWAP,
    'a'.repeat(most + 1),
    party.repeat(most + 1),
    '',
    ' \n\t\u00a0 ',
    ...(nullable ? [] : [null]),
  ],
})

const long = (length: number) => `https://exemple.fr/${'a'.repeat(length - 'https://exemple.fr/'.length)}`
const link: Field = {
  taken: [
    as('http://exemple.fr'),
    as('https://exemple.fr/a?b=c&d=%C3%A9#e'),
    as('HTTPS://Exemple.FR/É'),
    as('https://exemple.fr:8443/'),
    as('https://[2001:db8::1]/'),
    as(long(2000)),
    [' https://exemple.fr/a ', 'https://exemple.fr/a'],
    as(null),
  ],
  refused: [
    ...NO_TEXT,
    '',
    long(2001),
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'javascript://exemple.fr/%0aalert(1)',
    'http:javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://exemple.fr/a',
    'mailto:a@exemple.fr',
    'blob:https://exemple.fr/x',
    '//exemple.fr/a',
    '/a',
    'exemple.fr',
    'http:/exemple.fr',
    'http://',
    'https://exemple.fr/a b',
    'https://exemple.fr/"onload="x',
    'https://exemple.fr/<script>',
    `https://exemple.fr/${NUL}`,
  ],
}
/** They look like addresses but lead nowhere. */
export const NO_ADDRESS = [
  'https:///',
  'http://?',
  'http://#',
  'http://:80/',
  'http://[',
  'http://[::1',
  'http://exemple.fr:99999/',
  'http://%zz/',
  'http://%00/',
  'http://exemple..fr:a/',
  'http://999.999.999.999/',
]

export const DAYS: Field = {
  taken: [as('2026-02-28'), as('2024-02-29'), as('1900-01-01'), as('2200-12-31'), as(null)],
  refused: [
    ...NO_TEXT,
    '',
    '0000-01-01',
    '0001-01-01',
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00:00Z',
    '+002026-01-01',
    '-2026-01-01',
    '10000-01-01',
    '２０２６-01-01',
    '01/02/2026',
    'now',
    'today',
    'tomorrow',
    'infinity',
    '-infinity',
    'epoch',
    'J2451187',
    '2026-01-01 BC',
    20260101,
    1_767_225_600_000,
  ],
}

export const TIMES: Field = {
  taken: [
    ['2026-06-01T10:00:00Z', '2026-06-01T10:00:00.000Z'],
    ['2026-06-01T10:00:00.5Z', '2026-06-01T10:00:00.500Z'],
    ['2026-01-01T01:00:00+02:00', '2025-12-31T23:00:00.000Z'],
    ['2026-12-31T20:00:00.123-05:30', '2027-01-01T01:30:00.123Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
  ],
  refused: [
    ...NO_TEXT,
    '',
    '0000-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-06-01',
    '2026-06-01T10:00:00',
    '2026-06-01 10:00:00Z',
    '2026-06-01t10:00:00z',
    '2026-06-01T24:00:00Z',
    '2026-06-01T23:60:00Z',
    '2026-06-01T23:59:60Z',
    '2026-06-01T10:00:00+23:59',
    '2026-06-01T10:00:00+14:01',
    '2026-06-01T10:00:00+0200',
    '+275760-09-13T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    'now',
    'infinity',
    '-infinity',
    'Mon, 01 Jun 2026 10:00:00 GMT',
    1_780_000_000,
    '1780000000',
  ],
}

export const oneOf = (...values: readonly string[]): Field => ({
  taken: values.map(as),
  refused: [
    ...NO_TEXT,
    '',
    null,
    [values[0]],
    values[0]?.toUpperCase(),
    `${values[0]}x`,
    'deleted',
    'constructor',
  ],
})
export const FLAG: Field = {
  taken: [as(true), as(false)],
  refused: ['true', 'false', '1', 1, 0, null, '', 'oui', [], [true], {}, NUL],
}
/** Values that are no id. */
export const NO_ID = [
  ...NO_TEXT,
  '',
  null,
  'actualite',
  '1',
  `{${NOWHERE}}`,
  `urn:uuid:${NOWHERE}`,
  NOWHERE.replaceAll('-', ''),
  `${NOWHERE}0`,
  NOWHERE.slice(1),
  NOWHERE.replace('7', 'g'),
  '００000000-0000-7000-8000-000000000000',
  "' or 1=1 --",
]
export const EMAIL: Field = {
  taken: [as('a@exemple.fr'), as(`${'a'.repeat(64)}@exemple.fr`), as(null)],
  refused: [
    ...NO_TEXT,
    '',
    'a',
    'a@',
    '@exemple.fr',
    'a@b@exemple.fr',
    'a@exemple.fr,b@exemple.fr',
    'a@exemple.fr;b@exemple.fr',
    'a@exemple.fr\r\nBcc: b@exemple.fr',
    'a@exemple.fr\nb',
    'A <a@exemple.fr>',
    'groupe: a@exemple.fr;',
    `a@${'exemple.'.repeat(40)}fr`,
  ],
}

export const WRITTEN: Readonly<Record<string, Field>> = {
  title: text(200, false),
  body: text(20_000, false),
  lieu: text(200, true),
  image_url: link,
  source_url: link,
  date_debut: DAYS,
  epingle: FLAG,
}
export const SAID: Readonly<Record<string, Field>> = {
  reason: text(1000, true),
  reason_code: oneOf(...namesOf(MODERATION_REASONS)),
}
export const MESSAGE = text(1000, true)

/** Bodies that are refused before any field is checked. */
export const NO_BODY: readonly (readonly [raw: string, status: number])[] = [
  ['[]', 422],
  ['[{}]', 422],
  ['"x"', 422],
  ['1', 422],
  ['true', 422],
  ['{', 400],
  ['{"title":}', 400],
  ['{"title": "a", "title": "b"}', 400],
  ["{'title': 'a'}", 400],
  [`{"x": ${'['.repeat(40)}${']'.repeat(40)}}`, 422],
  [`{"x": ${'{"x":'.repeat(5000)}1${'}'.repeat(5000)}}`, 422],
  [`{"title": "${'a'.repeat(256 * 1024)}"}`, 413],
]
