/** `node launch.mjs test/accessibility/rgaa-page.ts` writes docs/rgaa.md. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKED_ON } from '../../src/place/accessibility.ts'
import { CRITERIA, type Criterion } from './criteria.ts'

const PARTS = { place: 'La place', townhall: 'Town hall', office: 'Office' } as const
type Part = keyof typeof PARTS

const WORDS = { met: 'C', 'not met': 'NC', open: 'not judged', na: 'NA' } as const

/** What is not judged counts as not met. */
export function totalsOf(part: Part) {
  const of = (is: Criterion[Part]['is']) => CRITERIA.filter(one => one[part].is === is).length
  const [met, unmet, open, na] = [of('met'), of('not met'), of('open'), of('na')]
  return { met, unmet, open, na, rate: Math.floor((met / (met + unmet + open)) * 1000) / 10 }
}

const cell = ({ is, by }: Criterion[Part]) => `**${WORDS[is]}** ${by.endsWith('.ts') ? `\`${by}\`` : by}`
const total = (part: Part) => {
  const { met, unmet, open, na, rate } = totalsOf(part)
  return `| ${PARTS[part]} | ${met} | ${unmet} | ${open} | ${na} | ${rate} % |`
}
const names = Object.keys(PARTS) as Part[]

export const describeRgaa = () =>
  `# RGAA 4.1.2: our own grid

This page is generated from \`test/accessibility/criteria.ts\`: change it there, then run
\`node launch.mjs test/accessibility/rgaa-page.ts\`; \`test/accessibility/criteria.test.ts\` compares both, and asks for each named
test. It is no audit: whoever made the pages judged them, on ${CHECKED_ON}, in Chromium, by its accessibility tree and by the
tests below, with no screen reader. The declaration of each commune says “non conforme” until
[an audit](operations.md#accessibility) says otherwise.

**C** is conforming, **NC** is not, **NA** does not apply, with the reason. “Not judged” counts as not conforming in the rate.

| | C | NC | not judged | NA | C of what applies |
|---|---:|---:|---:|---:|---:|
${names.map(total).join('\n')}

Looked at by hand: the front page, agenda, an event, an alert, search, “Suivre”, directory, town hall, defibrillators and a form
with mistakes of la place; the first page and “Écrire” of the town hall; the desk of the moderation with the dialog of a refusal.

| criterion | ${names.map(part => PARTS[part]).join(' | ')} |
|---|---|---|---|
${CRITERIA.map(one => `| ${one.number} ${one.title} | ${names.map(part => cell(one[part])).join(' | ')} |`).join('\n')}
`

if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, '../../docs/rgaa.md'), describeRgaa())
}
