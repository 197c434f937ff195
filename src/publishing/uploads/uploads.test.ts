import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { startApp } from '../../../test/app.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { fetchMedia, pdf, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { lockedPdf } from '../../../test/fixtures/protected-pdfs.ts'
import { honestPictures } from '../../../test/hostile/pictures.ts'
import { sweepReceived } from '../../kernel/http/received-files.ts'

const app = await startApp({ env: { MEDIA_QUOTA_MB: '1' } })
const commune = await make.commune(app)
const club = await make.acteur(app, commune)
const [president, editor, stranger, admin] = [
  await app.user(),
  await app.user(),
  await app.user(),
  await app.user(['admin']),
]
await make.member(app, club, president)
await make.member(app, club, editor, 'editor')
const incoming = join(app.dataDir, 'incoming')
const left = () => (existsSync(incoming) ? readdirSync(incoming) : [])
const bytesOf = async (url: string) => {
  const answer = await fetch(url.replace('http://parvis.test', app.url))
  return Buffer.from(await answer.arrayBuffer())
}

test('a photo is turned upright, encoded as WebP and JPEG in three widths, and loses its location', async () => {
  const { jpeg = Buffer.alloc(0) } = await honestPictures()
  const lying = await sharp(jpeg).resize(2400, 1600).keepExif().withMetadata({ orientation: 6 }).toBuffer()
  assert.match(lying.toString('latin1'), /Exif[\s\S]*<script/)
  const { status, body } = await sendFile(app, president, club, new Uint8Array(lying))
  assert.equal(status, 201, JSON.stringify(body))
  const { image, document, kind, acteur_id } = body.data
  assert.deepEqual([kind, document, acteur_id], ['image', null, club])
  assert.deepEqual([image.width, image.height], [1600, 2400])
  assert.deepEqual(
    image.sources.map((one: { type: string; width: number }) => `${one.width} ${one.type}`),
    [
      '480 image/webp',
      '960 image/webp',
      '1600 image/webp',
      '480 image/jpeg',
      '960 image/jpeg',
      '1600 image/jpeg',
    ],
  )
  assert.match(image.url, /^http:\/\/parvis\.test\/media\/[0-9a-f]{40}\/960\.jpg$/)
  let bytes = 0
  for (const { url, width, height, type } of image.sources) {
    const file = await bytesOf(url)
    bytes += file.length
    const { exif, icc, xmp, iptc, ...is } = await sharp(file).metadata()
    assert.deepEqual(
      [`image/${is.format}`, is.width, is.height, is.orientation],
      [type, width, height, undefined],
    )
    assert.deepEqual([exif, icc, xmp, iptc], [undefined, undefined, undefined, undefined])
    assert.doesNotMatch(file.toString('latin1'), /GPS|Exif|<script|<\?php/)
  }
  assert.equal(body.data.bytes, bytes)
  const few = await sharp(Buffer.from(image.placeholder.split(',')[1], 'base64')).metadata()
  assert.ok((few.width ?? 99) <= 16 && (few.height ?? 99) <= 16 && image.placeholder.length < 1_000)
  await becomes(async () => left(), [])
})

test('pictures are never enlarged, get sRGB colours, and transparency becomes white', async () => {
  const small = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  const wide = await sharp({ create: { width: 700, height: 20, channels: 3, background: '#f00' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const deep = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#c84020' } })
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  const [clear, red, sixteen] = await Promise.all(
    [small, wide, deep].map(
      async one => (await sendFile(app, president, club, new Uint8Array(one))).body.data.image,
    ),
  )
  assert.deepEqual(
    [clear, red].map(({ sources }) => sources.map((one: { width: number }) => one.width)),
    [
      [300, 300],
      [480, 700, 480, 700],
    ],
  )
  const point = async (url: string) => [
    ...(
      await sharp(await bytesOf(url))
        .removeAlpha()
        .raw()
        .toBuffer()
    ).subarray(0, 3),
  ]
  assert.deepEqual(await point(clear.url), [255, 255, 255])
  const isNear = (one: readonly number[], other: readonly number[]) =>
    one.every((value, at) => Math.abs(value - (other[at] ?? 0)) < 12)
  assert.ok(isNear(await point(red.url), [255, 0, 0]))
  assert.ok(isNear(await point(sixteen.url), [200, 64, 32]))
})

test('the same bytes are the same upload, also at once and under one Idempotency-Key', async () => {
  const raw = await picture()
  const both = await Promise.all([1, 2, 3].map(() => sendFile(app, president, club, raw)))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 200, 201])
  assert.equal(new Set(both.map(({ body }) => body.data.id)).size, 1)
  const key = { 'idempotency-key': 'photo-1' }
  const first = await sendFile(app, president, club, await picture(), key)
  assert.equal((await sendFile(app, president, club, raw, key)).body.error, 'idempotency_key_reused')
  assert.equal(first.status, 201)
  const other = await make.acteur(app, commune)
  const elsewhere = (await sendFile(app, admin, other, raw)).body.data
  assert.notEqual(elsewhere.id, both[0]?.body.data.id)
  assert.equal(elsewhere.image.url, both[0]?.body.data.image.url, 'it lies there once')
})

test('a PDF is stored unchanged and served as an attachment under its name', async () => {
  const raw = pdf()
  const named = { 'x-file-name': encodeURIComponent('C:\\Mairie\\Compte rendu « été ».pdf') }
  const { status, body } = await sendFile(app, president, club, raw, named)
  assert.equal(status, 201)
  const { document } = body.data
  assert.deepEqual([document.name, document.bytes], ['Compte rendu « été ».pdf', raw.length])
  const { headers, text } = await fetchMedia(app, document.url)
  assert.equal(text, Buffer.from(raw).toString())
  assert.partialDeepStrictEqual(Object.fromEntries(headers), {
    'content-type': 'application/pdf',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename="Compte rendu _ ete _.pdf"; filename*=UTF-8''${encodeURIComponent('Compte rendu « été ».pdf')}`,
  })
  const crafted = await fetchMedia(
    app,
    `${document.url.split('?')[0]}?name=a%0d%0ab%22%2F..%2Fsetup.exe%E2%80%AE`,
  )
  assert.match(
    crafted.headers.get('content-disposition') ?? '',
    /^attachment; filename="a b_? *\.\. setup\.exe\.pdf"; filename\*=UTF-8''[\w.%-]+$/,
  )
})

test('other files are refused with a sentence, whatever type they claim', async () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  const cases: [string, string, Buffer][] = [
    ['nothing', 'file_empty', Buffer.alloc(0)],
    ['a blank', 'file_unsupported', Buffer.from(' ')],
    ['a page', 'file_unsupported', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', 'file_unsupported', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PDF without an end', 'file_unsupported', Buffer.from('%PDF-1.7\n')],
    ['a page with a PDF in it', 'file_unsupported', Buffer.from('<html>%PDF-1.7\n%%EOF')],
    ['a PDF with a password', 'document_locked', lockedPdf()],
    ['a photograph of an iPhone', 'picture_heic', heic],
    ['half a picture', 'picture_unreadable', Buffer.from(await picture()).subarray(0, 700)],
  ]
  for (const [name, error, bytes] of cases) {
    const { status, body } = await sendFile(app, president, club, new Uint8Array(bytes), {
      'content-type': 'image/png',
    })
    assert.equal(`${status} ${body.error}`, `422 ${error}`, name)
  }
  const form = new FormData()
  form.set('file', new Blob([await picture()]), 'port.jpg')
  const wrapped = new Uint8Array(await new Response(form).arrayBuffer())
  const { body: told } = await sendFile(app, president, club, wrapped, { 'accept-language': 'en' })
  assert.deepEqual(told.details, [
    { path: 'body', message: 'is a form (multipart/form-data): send the file itself' },
  ])
  const { body } = await sendFile(app, { ...president }, club, new Uint8Array(heic), {
    'accept-language': 'fr',
  })
  assert.match(body.message, /iPhone.*« Le plus compatible »/)
  const { body: empty } = await sendFile(app, president, club, new Uint8Array(0), {
    'accept-language': 'fr',
  })
  assert.match(empty.message, /^Ce fichier est vide/)
  await becomes(async () => left(), [])
})

/** Sends the head and part of the body, and returns what is answered before the rest. */
const begun = (path: string, token: string, headers: Record<string, string>, some: Buffer) =>
  new Promise<string>((resolve, reject) => {
    const one = request(`${app.url}/api/v1${path}`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
    one.on('error', reject)
    one.on('response', answer => {
      answer.on('data', chunk => {
        resolve(`${answer.statusCode} ${JSON.parse(String(chunk)).error}`)
        one.destroy()
      })
      answer.on('error', () => {})
    })
    one.write(some)
  })

test('missing rights, size limits and quota are refused before the file is read', async () => {
  const path = `/uploads?acteur_id=${club}`
  const some = Buffer.alloc(10)
  const announced = { 'content-length': '9000000' }
  assert.equal(await begun(path, stranger.token, announced, some), '403 scope_violation')
  assert.equal(await begun(path, editor.token, announced, some), '403 scope_violation')
  assert.equal(await begun('/uploads?acteur_id=1', president.token, announced, some), '422 validation_failed')
  assert.equal(
    await begun(path, president.token, { 'content-length': '15728641' }, some),
    '413 file_too_large',
  )
  const endless = { 'transfer-encoding': 'chunked' }
  assert.equal(await begun(path, president.token, endless, Buffer.alloc(15_728_641)), '413 file_too_large')
  await becomes(async () => left(), [])

  const small = await make.acteur(app, commune)
  await make.member(app, small, stranger)
  const noise = Buffer.concat([Buffer.from(pdf()), Buffer.alloc(700_000), Buffer.from('%%EOF')])
  const statuses = await Promise.all(
    [1, 2].map(
      async n =>
        (await sendFile(app, stranger, small, new Uint8Array(Buffer.concat([noise, Buffer.from(`${n}`)]))))
          .status,
    ),
  )
  assert.deepEqual(statuses.sort(), [201, 409], 'two at once do not both find the last of the room')
  assert.equal((await sendFile(app, stranger, small, await picture())).status, 201)
})

test('an aborted upload leaves no file, and files of killed processes are swept', async () => {
  const half = request(`${app.url}/api/v1/uploads?acteur_id=${club}`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${president.token}`, 'content-length': '1000000' },
  })
  half.on('error', () => {})
  half.write(Buffer.alloc(1_000))
  await eventually(async () => left().length === 1, 'it is being received')
  half.destroy()
  await eventually(async () => left().length === 0, 'nothing is left of it')

  mkdirSync(incoming, { recursive: true })
  for (const name of [
    `${process.ppid}-receiving`,
    `${process.pid}-before`,
    '999999999-killed',
    'what is this',
  ])
    writeFileSync(join(incoming, name), 'half a picture')
  assert.equal(await sweepReceived(incoming), 3)
  assert.deepEqual(left(), [`${process.ppid}-receiving`])
})

test('kept for a day by whoever fetched it, for an hour by a shared cache: ETag, 304, parts, HEAD; nothing else is at such an address', async () => {
  const { image } = (await sendFile(app, president, club, await picture())).body.data
  const whole = await bytesOf(image.url)
  const { status, headers } = await fetchMedia(app, image.url)
  const etag = headers.get('etag') ?? ''
  assert.equal(status, 200)
  assert.match(etag, /^"[^"]+"$/)
  assert.partialDeepStrictEqual(Object.fromEntries(headers), {
    'cache-control': 'public, max-age=86400, s-maxage=3600',
    'surrogate-key': image.url.split('/').at(-2),
    'cache-tag': image.url.split('/').at(-2),
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'content-length': `${whole.length}`,
    'content-type': 'image/jpeg',
  })
  assert.equal((await fetchMedia(app, image.url, { 'if-none-match': etag })).status, 304)
  const head = await fetchMedia(app, image.url, {}, 'HEAD')
  assert.deepEqual([head.status, head.text, head.headers.get('content-length')], [200, '', `${whole.length}`])
  const size = whole.length
  const ranges: [string, number, string | null][] = [
    ['bytes=0-9', 206, `bytes 0-9/${size}`],
    ['bytes=-10', 206, `bytes ${size - 10}-${size - 1}/${size}`],
    [`bytes=${size - 5}-99999999`, 206, `bytes ${size - 5}-${size - 1}/${size}`],
    [`bytes=${size}-`, 416, `bytes */${size}`],
    ['bytes=-0', 416, `bytes */${size}`],
    ['bytes=9-0', 200, null],
    ['bytes=0-1,3-4', 200, null],
    ['lines=1-2', 200, null],
  ]
  for (const [range, expected, content] of ranges) {
    const part = await fetchMedia(app, image.url, { range })
    assert.deepEqual([part.status, part.headers.get('content-range')], [expected, content], range)
  }
  const part = await fetch(image.url.replace('http://parvis.test', app.url), {
    headers: { range: 'bytes=3-7' },
  })
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(3, 8))
  assert.equal(
    (await fetchMedia(app, image.url, { range: 'bytes=0-9', 'if-range': '"another"' })).status,
    200,
  )
  for (const place of [
    '..%2f..%2fpostgres.password',
    '960.webp.part',
    '961.jpg',
    'document.pdf',
    '%00',
    '960.JPG',
  ])
    assert.equal((await fetchMedia(app, image.url.replace(/[^/]+$/, place))).status, 404, place)
  assert.equal((await fetchMedia(app, image.url, {}, 'POST')).status, 405)
})
