/** Commands beside a running service. */
// A process of its own: it starts the service from a tree of its own, which goes at the end.
import assert from 'node:assert/strict'
import type { StdioOptions } from 'node:child_process'
import fs from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { freePort } from './fixtures/free-port.ts'
import { asCsv, device } from './fixtures/geodae.ts'
import { Issuer } from './fixtures/issuer.ts'
import { assertNoProcess } from './fixtures/processes.ts'
import { fileOf, registerOf } from './fixtures/registers.ts'
import {
  assertRefused,
  command,
  countCommunes,
  createCommune,
  getJson,
  preparedTree,
  type Running,
  start,
  TOKEN,
  tokenFor,
} from './fixtures/service-process.ts'
import { presenceFile, presenceOf } from './fixtures/town-halls.ts'

let tree = ''
let service: Running
before(async () => {
  tree = await preparedTree()
  service = await start(tree)
})

const run = (...args: string[]) => command(tree, args, { env: service.env })

async function assertSays(ending: ReturnType<typeof run>, text: RegExp): Promise<void> {
  const { code, stdout, stderr } = await ending
  assert.equal(code, 0, stderr)
  assert.match(stdout, text)
  assert.equal(stderr, '')
}

describe('beside the running service', { concurrency: 1 }, () => {
  after(() => service.stop())

  test('token', async () => {
    await createCommune(service, await tokenFor(service), 'Jeton-la-Ville')
    assertRefused(await run('token', '--email', 'nobody@ville.fr'), /^No user of this service/)
    assertRefused(await run(...TOKEN, '--ttl', '2d'), /^--ttl takes a time/)
  })

  test('communes load changes nothing the second time', () =>
    assertSays(run('communes', 'load'), /^Communes: 0 created, 0 updated, \d+ unchanged\.\n$/))

  test('elus load takes a register, says what it left out, and fails when it could take nobody', async () => {
    const row = { code: '01001', nom: 'Élan', prenom: 'Zoé' }
    const file = fileOf(registerOf([row, { ...row, code: '99999', commune: 'Atlantide' }]))
    await assertSays(
      run('elus', 'load', file),
      /^Elus \(maires\): 1 of 2 rows taken: 1 created, 0 updated, 0 removed\.\nRefused, of a commune that is not known: 1\.\n {2}99999 Atlantide \(1\)\n$/,
    )
    const nobody = await run('elus', 'load', fileOf(registerOf([{ ...row, code: '99999' }])))
    assert.deepEqual([nobody.code, nobody.stderr], [1, ''])
    assert.match(nobody.stdout, /: 0 of 1 rows taken/)
    assertRefused(await run('elus', 'load', `${file}.gone`), /^There is no file .*\.gone\.\n$/)
    assertRefused(await run('elus', 'load'), /^parvis elus load FILE/)
  })

  test('defibrillateurs load takes the register, says what it left out, and fails when it could read nothing', async () => {
    const file = fileOf(asCsv([device(1), device(2), device('')]))
    await assertSays(
      run('defibrillateurs', 'load', file),
      /^Defibrillateurs: 2 of 3 rows taken: 2 created, 0 updated, 0 unchanged\.\nRefused, no c_gid: 1 \(line 4\)\.\n$/,
    )
    const half = await run('defibrillateurs', 'load', fileOf(asCsv([device(1)])))
    assert.deepEqual([half.code, half.stderr], [1, ''])
    assert.match(half.stdout, /was held: 1 of the 2 known devices are missing.*load it with --force\.\n$/)
    await assertSays(
      run('defibrillateurs', 'load', fileOf(asCsv([device(1)])), '--force'),
      /0 created, 0 updated, 1 unchanged\.\n1 are no longer in the register: they stay here, as withdrawn\.\n$/,
    )
    assertRefused(
      await run('defibrillateurs', 'load', fileOf('<html>')),
      /The register could not be read: it is a web page, or XML\. Nothing was changed\.\n$/,
    )
    assertRefused(await run('defibrillateurs', 'load', `${file}.gone`), /^There is no file .*\.gone\.\n$/)
  })

  test('communes infos load takes the directory, and fails when no commune was in it', async () => {
    const record = {
      nom: 'Mairie - Essai',
      pivot: [{ type_service_local: 'mairie', code_insee_commune: ['01001'] }],
      telephone: [{ valeur: '01 02 03 04 05' }],
    }
    await assertSays(
      run('communes', 'infos', 'load', fileOf(JSON.stringify({ service: [record] }))),
      /^Infos: 1 communes in 1 records: 1 created, 0 updated\.\n$/,
    )
    const { code, stdout } = await run('communes', 'infos', 'load', fileOf('[]'))
    assert.deepEqual([code, stdout], [1, 'Infos: 0 communes in 0 records: 0 created, 0 updated.\n'])
    assertRefused(
      await run('communes', 'infos', 'load', fileOf('[{')),
      /is no whole file of the directory .* Nothing was changed\.\n$/,
    )
  })

  test('communes dpnt load takes the data on digital presence, and refuses what is cut short', async () => {
    const rows = [presenceOf({ code: '01001', email: 'a@b.fr' }), presenceOf({ code: '99999' })]
    const file = presenceFile(rows, undefined, 'csv.gz')
    await assertSays(
      run('communes', 'dpnt', 'load', file),
      /^Digital presence: 1 communes in 2 rows\.\nLeft out, of a commune that is not known: 99999\.\n$/,
    )
    assertRefused(
      await run('communes', 'dpnt', 'load', fileOf('[{')),
      /is no whole list .* Nothing was changed\.\n$/,
    )
    assert.equal((await run('communes', 'dpnt', 'load', fileOf('[]'))).code, 1)
  })

  test('audit verify', () => assertSays(run('audit', 'verify'), /^\d+ seals over \d+ rows, .*\nHead: .*\n$/))

  test('migrate', () => assertSays(run('migrate'), /^Nothing to do\.\n$/))

  test('user create', async () => {
    await assertSays(
      run('user', 'create', '--email', 'x@ville.fr', '--role', 'admin'),
      /^Created x@ville\.fr/,
    )
    await assertSays(run('token', '--email', 'x@ville.fr'), /^ey/)
    assertRefused(
      await run('user', 'create', '--email', 'x@ville.fr'),
      /^There is already a user .*: name another address, .* parvis user grant/,
    )
  })

  test('user create refuses a password that is well known, or made of the address or name', async () => {
    const who = ['--email', 'huguette.delorme@ville.fr', '--nom', 'Marguerite']
    const create = async (password: string) => {
      const stdin = fs.openSync(fileOf(`${password}\n`), 'r')
      const stdio: StdioOptions = [stdin, 'pipe', 'pipe']
      const typed = ['user', 'create', ...who, '--password', '-']
      return await command(tree, typed, { env: service.env, options: { stdio } }).finally(() =>
        fs.closeSync(stdin),
      )
    }
    for (const known of ['parvisparvis', 'huguettedelorme', 'Delorme-2024!', 'marguerite12'])
      assertRefused(await create(known), /^The password is too well known or too easy to guess: /)
    assert.match((await create('quatre chevaux mangent lentement')).stdout, /^Created huguette/)
  })

  test('roles are given and taken, and the last administrator keeps theirs', async () => {
    await assertSays(run('user', 'create', '--email', 'z@ville.fr'), /^Created/)
    await assertSays(
      run('user', 'grant', '--email', 'z@ville.fr', '--role', 'operator_claims', '--role', 'admin'),
      /^z@ville\.fr: operator_claims\.\nz@ville\.fr: admin, operator_claims\.\n$/,
    )
    await assertSays(
      run('user', 'revoke', '--email', 'z@ville.fr', '--role', 'admin'),
      /: operator_claims\.\n$/,
    )
    await assertSays(run('user', 'revoke', '--email', 'z@ville.fr', '--role', 'admin'), /\(unchanged\)\.\n$/)
    await run('user', 'revoke', '--email', 'x@ville.fr', '--role', 'admin')
    assertRefused(
      await run('user', 'revoke', '--email', 'admin@parvis.localhost', '--role', 'admin'),
      /^admin@parvis\.localhost is the last administrator: grant the role to another user first\.\n$/,
    )
    assertRefused(await run('user', 'grant', '--email', 'nobody@ville.fr', '--role', 'admin'), /^No user/)
  })

  test('app-source set limits an app, or opens it again', async () => {
    const { body } = await getJson(service, '/api/v1/communes/lyon')
    const { id } = body.data as unknown as { id: string }
    await assertSays(run('app-source', 'set', 'lyon', '--commune', id), /^lyon may show 1 commune\.\n$/)
    await assertSays(run('app-source', 'set', 'lyon'), /^lyon may show everything\.\n$/)
    assertRefused(await run('app-source', 'set', 'Lyon'), /^SLUG takes/)
    assertRefused(
      await run('app-source', 'set', 'lyon', '--commune', 'lyon'),
      /^--commune takes an id, not lyon\.\n$/,
    )
    assertRefused(
      await run('app-source', 'set', 'lyon', '--acteur', '00000000-0000-7000-8000-000000000000'),
      /^--acteur .*: there is none with this id\.\n$/,
    )
  })

  test('an API key is printed alone, listed, and refused once it is revoked', async () => {
    const { body } = await getJson(service, '/api/v1/communes/lyon')
    const { id } = body.data as unknown as { id: string }
    const scope = ['--nom', 'Site', '--scope', 'publications:read']
    const { code, stdout, stderr } = await run('key', 'create', ...scope, '--commune', id)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^pk_parvis_[0-9A-Za-z]{38}\n$/)
    const ask = async () => {
      const headers = { authorization: `Bearer ${stdout.trim()}` }
      return (await fetch(`${service.url}/api/v1/me/publications`, { headers })).status
    }
    assert.equal(await ask(), 200)
    const listed = await run('key', 'list')
    const [key = '', prefix] = listed.stdout.split('  ')
    assert.match(
      listed.stdout,
      / {2}active {2}publications:read {2}Lyon {2}until \d{4}-\d\d-\d\d {2}.* {2}Site\n$/,
    )
    assert.equal(prefix, `${stdout.slice(0, 14)}…`)
    await assertSays(run('key', 'revoke', key), /^Site is revoked\.\n$/)
    assert.equal(await ask(), 401)
    assertRefused(await run('key', 'revoke', id), /^There is no API key/)
    assertRefused(await run('key', 'create', ...scope), /^--acteur choose an acteur, communes/)
    assertRefused(await run('key', 'create', ...scope, '--epci', '1'), /^--epci is not the code/)
    assertRefused(
      await run('key', 'create', '--nom', 'x', '--scope', 'all'),
      /^--scope takes one of: publications:read,/,
    )
    assertRefused(
      await run('key', 'create', ...scope, '--days', '800'),
      /^--days takes a number from 1 to 730/,
    )
  })

  test('member set takes an acteur that exists', async () => {
    assertRefused(
      await run('member', 'set', '--email', 'x@ville.fr', '--acteur', 'x'),
      /^--acteur takes the id/,
    )
    const acteur = ['--acteur', '00000000-0000-7000-8000-000000000000']
    assertRefused(await run('member', 'set', '--email', 'x@ville.fr', ...acteur), /^There is no acteur/)
    assertRefused(
      await run('member', 'set', '--email', 'x@ville.fr', ...acteur, '--permission', 'all'),
      /^--permission takes manage_publications or publish_publications\.\n$/,
    )
  })

  test('user export writes everything out, and user erase asks or is told', async () => {
    const who = ['--email', 'Rose@ville.fr']
    assertRefused(await run('user', 'export', ...who), /^No data is stored about that address\.\n$/)
    assertRefused(await run('user', 'erase', ...who, '--yes'), /^No data is stored about that address\.\n$/)
    await assertSays(run('user', 'create', ...who, '--nom', 'Rose', '--role', 'operator_claims'), /^Created/)
    const { code, stdout } = await run('user', 'export', ...who)
    const { user, roles } = JSON.parse(stdout)
    assert.deepEqual([code, user[0].email, user[0].nom], [0, 'rose@ville.fr', 'Rose'])
    assert.equal(roles[0].role, 'operator_claims')
    const looked = await run('user', 'erase', ...who)
    assert.match(looked.stdout, /^This will be erased for good: account \(1\), roles \(1\)\.\n$/)
    assertRefused(looked, /^Nothing was erased: without a terminal to ask, --yes is needed\.\n$/)
    assert.equal((await run('user', 'export', ...who)).code, 0, 'it is all still there')
    await assertSays(run('user', 'erase', ...who, '--yes'), /^Erased: account \(1\), roles \(1\)\.\n$/)
    assertRefused(await run('user', 'export', ...who), /^No data is stored/)
    assertRefused(await run('user', 'grant', ...who, '--role', 'admin'), /^No user/)
    await assertSays(run('audit', 'verify'), /^\d+ seals over \d+ rows, .*\nHead: .*\n$/)
    assertRefused(
      await run('user', 'erase', '--email', 'admin@parvis.localhost', '--yes'),
      /^This is the last administrator: grant the role to another user first\.\n$/,
    )
  })

  test('doctor says in a line whether the identity provider can be reached', async () => {
    await using issuer = await Issuer.open()
    const ask = async () => {
      const ended = await command(tree, ['doctor'], { env: { ...service.env, ...issuer.env } })
      assert.notEqual(ended.stdout, '', ended.stderr)
      return ended
    }
    const line = (says: string) => new RegExp(`^${says.replaceAll(/[.:/]/g, '\\$&')}$`, 'm')
    assert.match((await ask()).stdout, line(`ok     provider        ${issuer.url} answers; 1 key for ES256`))
    issuer.document = { issuer: 'https://other.example' }
    const { code, stdout } = await ask()
    assert.equal(code, 1)
    assert.match(stdout, line(`wrong  provider        ${issuer.url}: discovery: it names another issuer.`))
    issuer.lies = { keys: (_request, response) => response.writeHead(500).end() }
    issuer.document = {}
    assert.match(
      (await ask()).stdout,
      /^wrong {2}provider .*: keys: The server answered with an error \(500\)\.$/m,
    )
  })

  test('doctor --json says the same to a program, also when there is no database to be asked', async () => {
    const ask = async (env: Record<string, string>) => {
      const { code, stdout, stderr } = await command(tree, ['doctor', '--json'], { env })
      assert.equal(stderr, '')
      assert.equal(stdout.trimEnd().split('\n').length, 1)
      return { code, said: JSON.parse(stdout) }
    }
    const [{ stdout }, { code, said }] = [await run('doctor'), await ask(service.env)]
    const states = stdout
      .trimEnd()
      .split('\n')
      .map(line => line.split(/\s+/)[0])
    assert.deepEqual(
      said.findings.map((one: { state: string }) => one.state),
      states,
    )
    assert.deepEqual([code, said.state, Date.parse(said.at) > 0], [0, 'note', true])
    const { about, code: worker } = said.findings.find((one: { about: string }) => one.about === 'worker')
    assert.deepEqual([about, worker], ['worker', 'worker'])
    const PARVIS_SECRET = 'a secret that is long enough for all'
    const away = await ask({ DATABASE_URL: 'postgres://parvis@127.0.0.1:1/parvis', PARVIS_SECRET })
    assert.deepEqual([away.code, away.said.state], [1, 'wrong'])
    assert.deepEqual(
      away.said.findings.map((one: { about: string; code: string }) => [one.about, one.code]),
      [['postgresql', 'server_away']],
    )
  })

  test('doctor finds nothing wrong with a service that runs', () =>
    assertSays(run('doctor'), /^ok {5}data .*\n(ok|note) {2}/))

  const wrong = [
    [[], /^--email takes one e-mail address\.\n$/],
    [['--email', 'nobody'], /^--email takes/],
    [['--email', 'y@ville.fr', '--role', 'king'], /^--role takes one of: admin,/],
    [['--email', 'y@ville.fr', '--password', 'short'], /^--password takes - alone/],
    [['--email', 'y@ville.fr', '--colour', 'red'], /^Unknown option '--colour'/],
    [['--email', 'y@ville.fr', 'word'], /^parvis user create --email/],
  ] as const
  for (const [args, sentence] of wrong)
    test(`user create ${args.join(' ')}: one sentence`, async () =>
      assertRefused(await run('user', 'create', ...args), sentence))

  test('a second service on the same data is told which process and address is there', async () => {
    const env = { PORT: String(await freePort()) }
    const sentence = new RegExp(
      `^Parvis already runs on this data \\(process ${service.node()}, ${service.url}\\): stop it first, or give this ` +
        'one another DATA_DIR\\.\n$',
    )
    assertRefused(await command(tree, ['start'], { env }), sentence)
    assert.equal(await countCommunes(service).then(Boolean), true, 'the first goes on')
  })

  test('a port that is taken is named, and the other service left alone', async () => {
    const other = await preparedTree()
    const port = new URL(service.url).port
    const sentence = new RegExp(
      `^PORT ${port} is taken on 127\\.0\\.0\\.1: stop what uses it, or set another PORT\\.\n$`,
    )
    assertRefused(await command(other, ['start'], { env: { PORT: port } }), sentence)
    await assertNoProcess(other)
  })
})
