/**
 * `npm run trial -- webkit [--port 3560]`: the screens and pages in WebKit, the engine of Safari, which the browser tests do
 * not have. Signs in, opens each screen and each page of la place, publishes an event and decides an item by keyboard. Fails
 * where a part cannot be shown, or the service was told of a crash.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PAGES } from '../../src/place/pages.ts'
import { opened, openScope } from '../ending.ts'
import { type Browser, KEYS, missingPackages, openBrowser } from './browser.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
/** Effects and parts that load later. */
const SETTLED_MS = 1_500
/** Answers of forms and `p`, which is the first part of the address of a publication. */
const NO_PAGES = new Set(['p', 'signale', 'demande', 'merci', 'verifiez'])

/** Those of the table without a parameter. */
function screensIn(): { readonly office: readonly string[]; readonly hall: readonly string[] } {
  const table = readFileSync(join(import.meta.dirname, '../../backoffice/app/screens.ts'), 'utf8')
  const [office = '', hall = ''] = table.split('export const townhallScreens')
  const pathsIn = (text: string) => [...text.matchAll(/path: '(\/[^'$]*)'/g)].map(([, path = '']) => path)
  return { office: pathsIn(office), hall: pathsIn(hall).map(path => `/espace${path === '/' ? '' : path}`) }
}

export async function run(options: string[]): Promise<number> {
  const lacking = missingPackages()
  if (lacking.length > 0) {
    say(`The trial needs WebKit: apt-get install ${lacking.join(' ')}`)
    return 1
  }
  const { values } = parseArgs({ args: options, options: { port: { type: 'string', default: '3560' } } })
  const port = Number(values.port)
  await using scope = openScope()
  const folder = mkdtempSync(join(tmpdir(), 'parvis-trial-'))
  scope.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const env = { ...process.env, DATA_DIR: folder, PORT: String(port), RATE_LIMIT_SCALE: '0' }
  const service = parvis('start', env)
  scope.defer(() => service.end())
  await service.says(/Stop {7}Ctrl-C/)
  const demo = parvis('demo', env)
  scope.defer(() => demo.end())
  const [, password = ''] = await demo.says(/said only here: (\S+)/)
  const [, place = ''] = await demo.says(/is there: (\/place\/[\w-]+)/)
  const browser = await opened(scope, openBrowser(port + 1), one => one.close())
  const url = `http://127.0.0.1:${port}`
  const wrong: string[] = []
  const look = async (where: string) => {
    await sleep(SETTLED_MS)
    const broken = await browser.ask<string | null>(
      `return document.querySelector('[data-broken]')?.dataset.broken ?? /^.*ne peut pas s’afficher.*$/m.exec(document.body.innerText)?.[0]`,
    )
    if (broken) wrong.push(`${where}: ${broken}`)
    say(`${broken ? '✖' : '✔'} ${where}`)
  }
  const visit = async (path: string) => {
    await browser.go(url + path)
    await browser.until(`return document.querySelector('h1')`)
    await look(path)
  }
  const { office, hall } = screensIn()

  for (const page of Object.keys(PAGES)) if (!NO_PAGES.has(page)) await visit(`${place}/${page}`)
  await signIn(browser, url, 'secretariat@example.org', password)
  for (const path of hall) await visit(path)
  await publishEvent(browser, url)
  await look('an event is published')
  await signOut(browser)
  await signIn(browser, url, 'zoe.delaunay@example.org', password)
  for (const path of office) await visit(path)
  await decide(browser, url)
  await look('an item is decided by keyboard')

  const crashes = service.said().match(/^.*back-office crashed in a browser.*$/gm) ?? []
  say([...wrong, ...crashes].join('\n') || 'Nothing is wrong.')
  return wrong.length + crashes.length > 0 ? 1 : 0
}

/** A command of this program, and what it writes. */
function parvis(command: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [...process.execArgv, 'src/main.ts', command], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      said += text
    })
  return {
    said: () => said,
    async says(words: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = words.exec(said)
        if (found) return found
        if (child.exitCode !== null) throw new Error(`${command} ended: ${said}`)
        await sleep(200)
      }
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function signIn(browser: Browser, url: string, email: string, password: string): Promise<void> {
  await browser.go(url)
  await browser.fill('input[name=email]', email)
  await browser.fill('input[name=password]', `${password}${KEYS.enter}`)
  await browser.until(`return document.querySelector('nav') && !document.querySelector('[type=password]')`)
}

async function signOut(browser: Browser): Promise<void> {
  await browser.ask(
    `[...document.querySelectorAll('button')].find(one => /Se déconnecter/.test(one.textContent)).click()`,
  )
  await browser.until(`return document.querySelector('input[name=email]')`)
}

async function publishEvent(browser: Browser, url: string): Promise<void> {
  await browser.go(`${url}/espace/ecrire`)
  await browser.click(`//label[contains(., 'Événement')]`)
  await browser.fill('Titre', 'Concert de la chorale')
  await browser.fill('[contenteditable=true]', 'Venez nombreux.')
  await browser.fill('Premier jour', `samedi${KEYS.tab}`)
  await browser.click(`//button[normalize-space(.) = 'Publier maintenant']`)
  await browser.until(`return /chorale\\s»\\sest en ligne/.test(document.body.innerText)`)
}

async function decide(browser: Browser, url: string): Promise<void> {
  await browser.go(`${url}/moderation`)
  await browser.until(`return document.getElementById('item-title')`)
  await browser.press('p')
  await browser.until(`return /est publiée/.test(document.body.innerText)`)
  await browser.press('u')
  await browser.until(`return /Annulé/.test(document.body.innerText)`)
  await browser.press(`${KEYS.control}k`)
  await browser.until(
    `return document.querySelector('dialog[open] [type=search]') === document.activeElement`,
  )
}
