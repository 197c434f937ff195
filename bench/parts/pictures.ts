import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { letGo, pictureSet } from '../../src/media/reencoder.ts'
import { outcomeOf } from '../asking.ts'
import { asModerator, type Bench, inTurns } from '../bench.ts'
import type { Measured, Turn } from '../table.ts'

/** As many pictures as one caller may send at once: one in progress and two waiting. */
const LANES = 3
const TWELVE_MEGAPIXELS = { width: 4000, height: 3000 }

/** Uploads of distinct phone photos, compared with the encoder alone. */
export async function uploading(bench: Bench): Promise<Measured> {
  const { client, parvis, options, folder } = bench
  const { rows } = await client.query<{ id: string }>('select id from acteurs order by id limit 1')
  const send = async (file: string) => {
    const answer = await fetch(`http://127.0.0.1:${parvis.port}/api/v1/uploads?acteur_id=${rows[0]?.id}`, {
      method: 'POST',
      headers: asModerator(parvis),
      body: new Uint8Array(readFileSync(file)),
    })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const encode = async (file: string) =>
    void (await pictureSet({ file }, { acteur: 'bench', person: 'bench' }))
  let taken = 0
  const photographs = () =>
    Promise.all(Array.from({ length: options.photographs }, () => photograph(folder, ++taken)))
  const turn = async (work: (file: string) => Promise<void>): Promise<Turn> => {
    const left = await photographs()
    const times: number[] = []
    const began = performance.now()
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (let file = left.pop(); file; file = left.pop()) {
          const at = performance.now()
          await work(file)
          times.push(performance.now() - at)
        }
      }),
    )
    return outcomeOf(times, (performance.now() - began) / 1000)
  }
  try {
    await encode(await photograph(folder, 0))
    const turns = await inTurns(
      bench,
      () => turn(encode),
      () => turn(send),
      options.loads,
    )
    return { name: 'uploads', against: 'the encoder alone', wanted: 0.9, ...turns }
  } finally {
    letGo()
  }
}

async function photograph(folder: string, seed: number): Promise<string> {
  const points = Buffer.from(
    Array.from({ length: 400 * 300 * 3 }, (_, at) => ((at + seed * 977) * 2_654_435_761) >>> 24),
  )
  const file = join(folder, `photograph-${seed}.jpg`)
  const small = sharp(points, { raw: { width: 400, height: 300, channels: 3 } }).blur(1)
  const large = small.resize({ ...TWELVE_MEGAPIXELS, fit: 'fill' }).jpeg({ quality: 90 })
  await writeFile(file, await large.toBuffer())
  return file
}
