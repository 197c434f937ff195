/** The lint rule of `effects.grit`: it finds effects and ref callbacks that return a value by accident, and no others. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'parvis-effects-'))
after(() => rmSync(folder, { recursive: true }))

/** The settings of the project, copied to another folder: Biome runs no plugin on its standard input. */
const { vcs: _, ...settings } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'))
mkdirSync(join(folder, 'backoffice'))
writeFileSync(join(folder, 'biome.json'), JSON.stringify(settings))
copyFileSync(join(ROOT, 'backoffice/effects.grit'), join(folder, 'backoffice/effects.grit'))

/** The lines that the rule reports. */
function reported(name: string, source: string): readonly number[] {
  const path = join('backoffice', name)
  writeFileSync(join(folder, path), source)
  const program = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout } = spawnSync(process.execPath, [program, 'lint', '--reporter=github', path], {
    cwd: folder,
    encoding: 'utf8',
  })
  return [...stdout.matchAll(/title=plugin.*?,line=(\d+)/g)].map(([, line]) => Number(line))
}

/** A sample where each line that is to be reported says so. */
const SAMPLE = `import { useEffect, useLayoutEffect, useRef } from 'react'
import { imported } from './imported.ts'
const scrolls = (option: HTMLElement | null) => option?.scrollIntoView()
const inBraces = (option: HTMLElement | null) => {
  option?.scrollIntoView()
}
const begin = () => scrollTo(0, 0)
const elsewhere = () => scrollTo(0, 0)
export function Sample({ isOn }: { readonly isOn: boolean }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => end.current?.scrollIntoView()) // reported
  useEffect(() => (isOn ? imported() : undefined), [isOn]) // reported
  useLayoutEffect(() => end.current?.focus()) // reported
  useEffect(async () => await imported()) // reported
  useEffect(begin, []) // reported
  useEffect(imported, [])
  useEffect(() => void imported(), [])
  useEffect(() => () => imported(), [])
  useEffect(() => {
    end.current?.focus()
  })
  return (
    <div ref={end}>
      <p ref={option => option?.focus()} /> {/* reported */}
      <p ref={isOn ? option => option?.focus() : undefined} /> {/* reported */}
      <p ref={scrolls} /> {/* reported */}
      <p ref={isOn ? scrolls : undefined} /> {/* reported */}
      <p ref={isOn ? inBraces : undefined} />
      <p ref={option => void option?.focus()} />
      <p
        onClick={() => elsewhere()}
        ref={option => {
          option?.focus()
        }}
      />
    </div>
  )
}
`

test('an effect or a ref callback that returns a value by accident does not pass `npm run check`', () => {
  const expected = SAMPLE.split('\n').flatMap((line, at) => (line.includes('reported') ? [at + 1] : []))
  assert.equal(expected.length, 9)
  assert.deepEqual(reported('sample.tsx', SAMPLE), expected)
})

test('a hook in a plain TypeScript file is checked too', () => {
  const source =
    "import { useEffect } from 'react'\nexport const useTop = () => {\n  useEffect(() => scrollTo(0, 0), [])\n}\n"
  assert.deepEqual(reported('top.ts', source), [3])
})
