/** Alerts, dashboards, runbook and the table of log lines must match the service. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { NO_SIGNING_SECRET } from '../src/exchange/payments/secrets.ts'
import { jobs } from '../src/jobs.ts'
import { OF_THE_CLOCK } from '../src/operation/health/clock.ts'
import { OF_SERVERS, SAYS } from '../src/operation/health/replica.ts'
import { startApp } from './app.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const alerts = [
  ...read('deploy/alerts.yaml').matchAll(
    /- alert: (\w+)\n +expr: (.+)\n +for: \w+\n +labels: \{ severity: (?:critical|warning) \}\n +annotations:\n +summary: ".+"\n +description: ".+"\n +runbook_url: docs\/runbook\.md#([\w-]+)\n/g,
  ),
].map(([, name = '', expr = '', heading = '']) => ({ name, expr, heading }))

/** The label values of each metric. */
type Shown = Map<string, Map<string, Set<string>>>

async function shown(): Promise<Shown> {
  const app = await startApp({
    jobs,
    // The replica and the provider are not reached: being configured is enough for their metrics.
    replica: { host: '127.0.0.1', port: 1 },
    env: {
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_AUDIENCE: 'https://parvis.test',
      BACKUP_DIR: tmpdir(),
      PLACE_PURGE_URL: 'http://127.0.0.1:1/purge',
    },
  })
  await app.anyone.get('/communes')
  const ask = async () => await (await fetch(`${app.url}/metrics`)).text()
  await ask()
  const found: Shown = new Map()
  for (const [, name = '', labels = ''] of (await ask()).matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name) ?? new Map<string, Set<string>>()
    found.set(name, known)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value))
  }
  return found
}

/** Labels added by Prometheus. */
const OF_PROMETHEUS = ['instance', 'job']
/** Labels with a closed list of values: an unknown value is a mistake. */
const CLOSED = ['pool', 'outcome', 'job_name', 'kind']
/** Kinds that appear only when used. */
const ANYBODYS = new Set(['parvis_import_age_seconds'])

function mistakesIn(expr: string, found: Shown): string[] {
  const mistakes: string[] = []
  const named = [...expr.matchAll(/\b(up|(?:parvis|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)]
  assert.notEqual(named.length, 0, expr)
  const labels = new Set(OF_PROMETHEUS)
  for (const [, name = '', matchers = ''] of named) {
    if (name === 'up') continue
    const known = found.get(name)
    if (!known && !ANYBODYS.has(name)) mistakes.push(`${name} in ${expr}`)
    for (const label of known?.keys() ?? ['kind']) labels.add(label)
    for (const [, label = '', operator, value = ''] of matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)) {
      if (!labels.has(label)) mistakes.push(`${name}{${label}} in ${expr}`)
      else if (operator === '=' && CLOSED.includes(label) && known && !known.get(label)?.has(value))
        mistakes.push(`${name}{${label}="${value}"} in ${expr}`)
    }
  }
  for (const [, list = ''] of expr.matchAll(/\b(?:by|on) ?\(([^)]*)\)/g))
    for (const label of list.split(',').map(one => one.trim()))
      if (label && !labels.has(label)) mistakes.push(`by (${label}) in ${expr}`)
  return mistakes
}

test('every metric and label in an alert or panel exists', async () => {
  const found = await shown()
  const { panels } = JSON.parse(read('deploy/dashboard.json')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
  const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  assert.ok(alerts.length > 20 && asked.length > 20)
  assert.equal(alerts.length, read('deploy/alerts.yaml').match(/- alert:/g)?.length)
  assert.deepEqual(
    [...alerts.map(({ expr }) => expr), ...asked].flatMap(expr => mistakesIn(expr, found)),
    [],
  )
  assert.equal(
    mistakesIn('sum by (jobb) (parvis_jobs_waiting{pool="x",job_name="mail.sent"})', found).length,
    3,
  )
})

test('every alert has its heading in the runbook and its test; the runbook names no other', () => {
  const told = read('docs/runbook.md')
    .split(/^## /m)
    .slice(1)
    .flatMap(part => {
      const [heading = ''] = part.split('\n', 1)
      const anchor = heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-')
      const [, list = ''] = /^Alerts: (.*)\.$/m.exec(part) ?? []
      return [...list.matchAll(/`(\w+)`/g)].map(([, name]) => `${name} #${anchor}`)
    })
  assert.deepEqual(told.sort(), alerts.map(({ name, heading }) => `${name} #${heading}`).sort())
  const tried = [...read('deploy/alerts.test.yaml').matchAll(/^ +alertname: (\w+)$/gm)].map(
    ([, name]) => name,
  )
  assert.deepEqual(tried.sort(), alerts.map(({ name }) => name).sort())
})

/** The message of each log call: its last string literal. */
function linesIn(source: string): string[] {
  const lines: string[] = []
  for (const { index, 0: call } of source.matchAll(
    /\blog(?:\.(?:trace|debug|info|warn|error|fatal)|\[[^\]]*\])\(|\b(?:tellUnserved|interrupted|tell)\(/g,
  )) {
    let [at, depth] = [index + call.length, 1]
    for (; depth > 0 && at < source.length; at++) {
      const sign = source[at] as string
      if ('([{'.includes(sign)) depth++
      else if (')]}'.includes(sign)) depth--
    }
    const [, text] = /'((?:[^'\\\n]|\\.)*)',?\s*\)$/.exec(source.slice(index, at)) ?? []
    if (text !== undefined && (call.startsWith('log') || text.length > 4)) lines.push(text)
  }
  return lines
}

test('docs/watching.md lists every log message, and no other', () => {
  const sources = globSync('src/**/*.ts', { cwd: ROOT, exclude: file => file.endsWith('.test.ts') }).map(read)
  // Messages of `doctor` come from a function of the same name.
  const own = sources.filter(source => !source.includes("from './finding.ts'"))
  const logged = new Set([
    ...own.flatMap(linesIn),
    NO_SIGNING_SECRET,
    ...Object.values(SAYS),
    ...Object.values(OF_SERVERS),
    ...Object.values(OF_THE_CLOCK),
  ])
  const [, table = ''] = /## Log lines\n([\s\S]*?)\n## /.exec(read('docs/watching.md')) ?? []
  const told = [...table.matchAll(/^\| `(.+?)` \| (?:error|warn|info|debug)/gm)].map(([, text = '']) => text)
  // These begin with the state of the worker.
  const [begun, whole] = [told.filter(text => text.includes('…')), told.filter(text => !text.includes('…'))]
  assert.deepEqual(whole.sort(), [...logged].sort())
  for (const text of begun)
    assert.ok(
      sources.some(source => source.includes(text.split('…')[0] ?? '')),
      text,
    )
})
