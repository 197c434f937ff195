import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LaunchOptions } from 'playwright-core'

/**
 * The browser that the tests drive: the one that is named, the machine's own, else the one that came with the packages,
 * which brings its libraries along. Undefined where none can run, with what was tried.
 */
export async function findChromium(): Promise<LaunchOptions | string> {
  const named = process.env.PARVIS_CHROMIUM
  if (named) return isProgram(named) ? own(named) : `PARVIS_CHROMIUM names ${named}, which is no program here`
  const installed = PLACES.find(isProgram)
  if (installed) return own(installed)
  return await packaged()
}

const PLACES = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(name =>
    ['/usr/bin', '/usr/local/bin', '/snap/bin'].map(folder => join(folder, name)),
  ),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Root may not have the browser's own sandbox; the pages it sees are ours. */
const own = (executablePath: string): LaunchOptions => ({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

async function packaged(): Promise<LaunchOptions | string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'there is no Chromium here, and the packaged one is for Linux x64'
  const { default: chromium } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  const libraries = ['al2023/lib', 'al2/lib']
    .map(folder => join(dirname(executablePath), folder))
    .filter(existsSync)
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [...libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
  }
  try {
    execFileSync(executablePath, ['--version'], { env, stdio: 'ignore' })
  } catch {
    return 'there is no Chromium here, and the packaged one does not start'
  }
  return { executablePath, args: chromium.args, env }
}
