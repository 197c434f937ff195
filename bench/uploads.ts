/**
 * Photographs of a telephone sent to Parvis, beside the encoding alone (the floor: the same process, asked directly), in turns;
 * and what the encoder holds meanwhile. `node launch.mjs bench/uploads.ts [--photographs 12] [--rounds 3]`, on a PostgreSQL of its own.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { readConfig } from '../src/kernel/config.ts'
import { sql } from '../src/kernel/db/db.ts'
import { queuesOf } from '../src/kernel/jobs/jobs.ts'
import { createLog } from '../src/kernel/log.ts'
import { migrate } from '../src/kernel/migrate.ts'
import { openEmbedded } from '../src/kernel/postgres/open.ts'
import { letGo, pictureSet } from '../src/media/reencoder.ts'
import { queues } from '../src/queues.ts'
import { openService } from '../src/service.ts'
import { createUser, grantRole, subjectForToken } from '../src/users/queries.ts'

const { values } = parseArgs({
  options: { photographs: { type: 'string', default: '12' }, rounds: { type: 'string', default: '3' } },
})
const [PHOTOGRAPHS, ROUNDS] = [Number(values.photographs), Number(values.rounds)]
/** A browser sends six at once. */
const LANES = 6
const SECRET = 'the secret of the bench, which is long enough'
const TWELVE_MEGAPIXELS = { width: 4000, height: 3000 }

const dataDir = mkdtempSync(join(tmpdir(), 'parvis-bench-uploads-'))
const cluster = await openEmbedded({ dataDir, as: 'command', durable: false })
try {
  await migrate(cluster.connection, queuesOf(queues))
  const env = { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost/x', PARVIS_SECRET: SECRET }
  const config = readConfig({ ...env, PROCESS: 'web', RATE_LIMIT_SCALE: '0' })
  const { connection } = cluster
  const service = await openService({
    config,
    log: createLog('silent'),
    secret: SECRET,
    connection,
    jobs: {},
  })
  const address = await service.listen()
  const { token, acteur } = await service.db.transaction(async tx => {
    const { id = '' } = (await createUser(tx, { email: 'admin@parvis.bench', nom: null })) ?? {}
    await grantRole(tx, id, 'admin')
    const [row] = await tx.all<{ id: string }>(sql`insert into acteurs (nom) values ('Club') returning id`)
    return { token: await service.tokens.sign((await subjectForToken(tx, id)) ?? '', 3600), acteur: row?.id }
  })
  const send = async (file: string) => {
    const answer = await fetch(`${address}/api/v1/uploads?acteur_id=${acteur}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-app-source': 'backoffice' },
      body: new Uint8Array(readFileSync(file)),
    })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const encode = async (file: string) => void (await pictureSet({ file }))
  const ratios: number[] = []
  await encode(await photograph(0))
  for (let round = 1; round <= ROUNDS; round++) {
    const [floor, ours] = [await timed(encode, round * 100), await timed(send, round * 100 + 50)]
    ratios.push(floor / ours)
    console.log(
      `${(1000 / floor).toFixed(2)}/s encoded, ${(1000 / ours).toFixed(2)}/s sent: ${(floor / ours).toFixed(2)}`,
    )
  }
  const median = ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 2)]
  console.log(`ratio ${median?.toFixed(2)}; the encoder held ${megabytes(mostOfEncoder())} at most`)
  await service.stop()
  await letGo()
} finally {
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Milliseconds a photograph; others each time, so that none is known. */
async function timed(work: (file: string) => Promise<void>, seed: number): Promise<number> {
  const files: string[] = []
  for (let at = 0; at < PHOTOGRAPHS; at++) files.push(await photograph(seed + at))
  const began = performance.now()
  const left = [...files]
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let file = left.pop(); file; file = left.pop()) await work(file)
    }),
  )
  return (performance.now() - began) / PHOTOGRAPHS
}

async function photograph(seed: number): Promise<string> {
  const points = Buffer.from(
    Array.from({ length: 400 * 300 * 3 }, (_, at) => ((at + seed) * 2_654_435_761) >>> 24),
  )
  const file = join(dataDir, `photograph-${seed}.jpg`)
  const picture = sharp(points, { raw: { width: 400, height: 300, channels: 3 } }).blur(1)
  writeFileSync(
    file,
    await picture
      .resize({ ...TWELVE_MEGAPIXELS, fit: 'fill' })
      .jpeg({ quality: 90 })
      .toBuffer(),
  )
  return file
}

function mostOfEncoder(): number {
  const held = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('media/reencode.ts')
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1]
        return isOurs && parent === `${process.pid}`
          ? [Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024]
          : []
      } catch {
        return []
      }
    })
  return Math.max(0, ...held)
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
