/** Prints the versions of the browsers, at the start of `.ci/run`. */
import { execFileSync } from 'node:child_process'
import { findChromium } from './chromium.ts'

const seen = new Set<string>()
for (const isPackaged of [true, false]) {
  const found = findChromium(isPackaged)
  if (typeof found === 'string') {
    console.log(`Tests in a browser: ${found}.`)
    continue
  }
  const { executablePath = '', env } = found
  if (seen.has(executablePath)) continue
  seen.add(executablePath)
  const version = execFileSync(executablePath, ['--version'], {
    env: env as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
  console.log(`Tests in a browser: ${version.trim()} (${executablePath})`)
}
