import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** A window of WebKit, the engine of Safari, steered by the WebDriver protocol. */

const PACKAGES = {
  WebKitWebDriver: 'webkit2gtk-driver',
  'xvfb-run': 'xvfb xauth',
  'dbus-run-session': 'dbus',
}
const PATIENCE_MS = 60_000
/** As the protocol writes them. */
export const KEYS = { enter: '\uE007', tab: '\uE004', control: '\uE009' } as const

/** The packages of Debian that the trial needs and this machine lacks. */
export const missingPackages = (): readonly string[] =>
  Object.entries(PACKAGES).flatMap(([program, name]) =>
    spawnSync('sh', ['-c', `command -v ${program}`]).status === 0 ? [] : [name],
  )

export interface Browser {
  go(url: string): Promise<void>
  /** Runs a script in the page. */
  ask<T>(script: string, ...given: readonly unknown[]): Promise<T>
  /** Waits until a script answers something that is not empty. */
  until<T>(script: string, ...given: readonly unknown[]): Promise<T>
  click(xpath: string): Promise<void>
  /** Presses each letter or key. */
  press(keys: string): Promise<void>
  /** Focuses the field of a label, and types over what it holds. */
  fill(label: string, text: string): Promise<void>
  close(): Promise<void>
}

export async function openBrowser(port: number): Promise<Browser> {
  const screen = ['-a', '-s', '-screen 0 1400x1000x24']
  const driver = spawn(
    'xvfb-run',
    [...screen, 'dbus-run-session', '--', 'WebKitWebDriver', `--port=${port}`],
    {
      // A group of its own, which ends as a whole.
      detached: true,
      stdio: 'ignore',
      // Containers refuse the sandbox; the trial opens its own pages alone.
      env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    },
  )
  const end = () => endGroup(driver)
  try {
    const capabilities = { alwaysMatch: { pageLoadStrategy: 'normal' } }
    const { sessionId } = await patiently(() => send<{ sessionId: string }>(port, '', { capabilities }))
    await send(port, `/${sessionId}/window/rect`, { width: 1280, height: 900 })
    return windowOf(port, `/${sessionId}`, end)
  } catch (error) {
    end()
    throw error
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGTERM')
  } catch {
    // It has ended.
  }
}

async function send<T>(port: number, path: string, body: object = {}): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
  if (value?.error) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** Tries again until it succeeds; the last error after a minute. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const due = performance.now() + PATIENCE_MS
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (performance.now() > due) throw error
      await sleep(200)
    }
}

function windowOf(port: number, session: string, end: () => void): Browser {
  const at = <T>(path: string, body?: object) => send<T>(port, `${session}${path}`, body)
  const ask = <T>(script: string, ...args: readonly unknown[]) => at<T>('/execute/sync', { script, args })
  const press = async (keys: string) => {
    const isChord = keys.startsWith(KEYS.control)
    const [down, up] = (['keyDown', 'keyUp'] as const).map(type =>
      [...keys].map(value => ({ type, value })),
    ) as [object[], object[]]
    const actions = isChord ? [...down, ...up] : down.flatMap((one, n) => [one, up[n]])
    await at('/actions', { actions: [{ type: 'key', id: 'keys', actions }] })
  }
  const until = <T>(script: string, ...args: readonly unknown[]) =>
    patiently(async () => {
      const answer = await ask<T>(script, ...args)
      if (answer) return answer
      throw new Error(`Never: ${script}\n${await ask('return document.body.innerText')}`)
    })
  return {
    go: async url => void (await at('/url', { url })),
    ask,
    until,
    press,
    click: xpath =>
      patiently(async () => {
        const [id] = Object.values(await at<object>('/element', { using: 'xpath', value: xpath }))
        await at(`/element/${id}/click`)
      }),
    async fill(label, text) {
      await until(
        `const field = [...document.querySelectorAll('label')].find(one => one.innerText.startsWith(arguments[0]))?.control
         ?? document.querySelector(arguments[0]); field?.focus(); field?.select?.(); return field === document.activeElement`,
        label,
      )
      await press(text)
    },
    async close() {
      await fetch(`http://127.0.0.1:${port}/session${session}`, { method: 'DELETE' }).catch(() => {})
      end()
    },
  }
}
