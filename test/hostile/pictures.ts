import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

/** Files that claim to be pictures: broken, huge when decoded, polyglot, or something else. Deterministic. */
export type Files = Readonly<Record<string, Buffer>>

const SCRIPT = '<script>alert(document.domain)</script>'
const PHP = '<?php system($_GET["c"]); ?>'
const text = (words: string) => Buffer.from(words, 'latin1')

/** One of each supported type, with a location in its metadata and a script beside it. */
export async function honestPictures(): Promise<Files> {
  const noise = Buffer.from(Array.from({ length: 1_200 * 800 * 3 }, (_, at) => (at * 2_654_435_761) >>> 24))
  const picture = () =>
    sharp(noise, { raw: { width: 1_200, height: 800, channels: 3 } })
      .blur(3)
      .withExif({
        IFD0: { Copyright: PHP, Artist: SCRIPT },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 7/1 0/1', GPSLongitudeRef: 'W' },
      })
  return {
    jpeg: await picture().jpeg({ quality: 60 }).toBuffer(),
    png: await picture().resize(300).png().toBuffer(),
    webp: await picture().webp({ quality: 50, effort: 0 }).toBuffer(),
    gif: withRemark(await picture().resize(200).gif({ effort: 1 }).toBuffer()),
    avif: await picture().resize(300).avif({ quality: 40, effort: 0 }).toBuffer(),
  }
}

/** It has no other place for text. */
const withRemark = (gif: Buffer) =>
  Buffer.concat([gif.subarray(0, -1), text(`!\xfe${String.fromCharCode(SCRIPT.length)}${SCRIPT}\0;`)])

export function hostilePictures(honest: Files): Files {
  return { ...Object.assign({}, ...Object.entries(honest).map(broken)), ...foreign(honest), ...bombs(honest) }
}

function broken([kind, bytes]: [string, Buffer]): Files {
  const changed = (every: number, from = 32) => {
    const copy = Buffer.from(bytes)
    for (let at = from; at < copy.length; at += every) copy[at] = (copy[at] ?? 0) ^ 0xa5
    return copy
  }
  return {
    [`${kind}: its first 16 bytes`]: bytes.subarray(0, 16),
    [`${kind}: half of it`]: bytes.subarray(0, bytes.length / 2),
    [`${kind}: all but its end`]: bytes.subarray(0, -12),
    [`${kind}: a byte in forty changed`]: changed(40),
    [`${kind}: a byte in a thousand changed`]: changed(1_000, 200),
    [`${kind}: nothing but zeros behind its head`]: Buffer.concat([
      bytes.subarray(0, 64),
      Buffer.alloc(65_536),
    ]),
    [`${kind}: twice`]: Buffer.concat([bytes, bytes]),
    [`${kind}: a page of HTML behind it`]: Buffer.concat([bytes, text(`<html>${SCRIPT}</html>`)]),
    [`${kind}: a program behind it`]: Buffer.concat([bytes, text(`MZ${'\0'.repeat(64)}PE`), text(PHP)]),
    [`${kind}: an archive behind it`]: Buffer.concat([bytes, text('PK\x03\x04'), gzipSync(text(SCRIPT))]),
    [`${kind}: five megabytes of noise behind its head`]: Buffer.concat([
      bytes.subarray(0, 40),
      Buffer.alloc(5 * 1024 * 1024, bytes.subarray(40, 4_000)),
    ]),
  }
}

/** Files that no decoder should see, some with the first bytes of a picture. */
const foreign = ({ jpeg = EMPTY, gif = EMPTY, avif = EMPTY }: Files): Files => ({
  nothing: EMPTY,
  'one byte': text('\xff'),
  'a drawing': text(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`),
  'a drawing that reads a file': text(
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
  ),
  'a drawing, packed': gzipSync(text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
  'a page': text(`<!doctype html>${SCRIPT}`),
  'a document with a script': text(
    '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj',
  ),
  'a photograph of another trade': text(`II*\0\x08\0\0\0${'\0'.repeat(200)}`),
  'a bitmap': text(`BM${'\0'.repeat(200)}`),
  'a telephone’s own format': Buffer.concat([text('\0\0\0\x18ftypheic\0\0\0\0'), avif.subarray(16)]),
  'a script for a converter': text('push graphic-context\nfill \'url(https://127.0.0.1/"|id")\'\n'),
  'the head of one kind and the body of another': Buffer.concat([jpeg.subarray(0, 20), gif]),
  'a script that begins like a picture': text(`GIF89a/*${'\0'.repeat(40)}*/=1;alert(1)//`),
})
const EMPTY: Buffer = Buffer.alloc(0)

////////////////////////////////////////////////////////////////////////////// enormous once unpacked

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([text(name), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** A greyscale picture of one bit per pixel: any size in few bytes. */
function png(
  width: number,
  height: number,
  { lines = height, interlaced = false, more = EMPTY } = {},
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  head[12] = interlaced ? 1 : 0
  const rows = Buffer.alloc(Math.min(lines * (1 + Math.ceil(width / 8)), 64 * 1024 * 1024))
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', head),
    more,
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', EMPTY),
  ])
}

const repeated = (unit: Buffer, count: number) => Buffer.alloc(unit.length * count, unit)
const packedText = (name: string, megabytes: number) =>
  chunk(name, Buffer.concat([text('Comment\0\0'), deflateSync(Buffer.alloc(megabytes * 1024 * 1024, 'a'))]))

function withSize(
  bytes: Buffer,
  marker: Buffer,
  at: number,
  write: (copy: Buffer, at: number) => void,
): Buffer {
  const copy = Buffer.from(bytes)
  const found = copy.indexOf(marker)
  if (found >= 0) write(copy, found + at)
  return copy
}

const bombs = ({ jpeg = EMPTY, gif = EMPTY, webp = EMPTY, avif = EMPTY }: Files): Files => ({
  'png: 900 million points': png(30_000, 30_000),
  'png: 400 million points, interlaced': png(20_000, 20_000, { interlaced: true }),
  'png: as many as may be, interlaced': png(7_000, 7_000, { interlaced: true }),
  'png: four thousand million points, and no line of them': png(65_535, 65_535, { lines: 1 }),
  'png: no width': png(0, 10),
  'png: a line of two million points': png(2_000_000, 1),
  'png: a column of two million points': png(1, 2_000_000),
  'png: fifty megabytes of words, packed': png(8, 8, { more: packedText('zTXt', 50) }),
  'png: fifty megabytes of colours, packed': png(8, 8, { more: packedText('iCCP', 50) }),
  'png: fifty thousand remarks': png(8, 8, { more: repeated(chunk('tEXt', text('a\0b')), 50_000) }),
  'gif: 65 535 by 65 535': withSize(gif, text('GIF89a'), 6, (copy, at) => copy.fill(0xff, at, at + 4)),
  'gif: twenty thousand frames': Buffer.concat([
    gif.subarray(0, 13 + 768),
    repeated(Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]), 20_000),
    Buffer.from([0x3b]),
  ]),
  'jpeg: 65 500 by 65 500': withSize(jpeg, Buffer.from([0xff, 0xc0]), 5, (copy, at) =>
    copy.writeUInt32BE(0xffdcffdc, at),
  ),
  'jpeg: a thousand headers': Buffer.concat([
    jpeg.subarray(0, 2),
    repeated(Buffer.concat([Buffer.from([0xff, 0xe1, 0x40, 0x02]), Buffer.alloc(0x4000, 'x')]), 300),
    jpeg.subarray(2),
  ]),
  'jpeg: its scan five hundred times': Buffer.concat([
    jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, 0xda])) + 200),
    repeated(Buffer.concat([Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]), Buffer.alloc(64)]), 500),
  ]),
  'webp: 16 383 by 16 383': withSize(webp, Buffer.from([0x9d, 0x01, 0x2a]), 3, (copy, at) =>
    copy.writeUInt32LE(0x3fff3fff, at),
  ),
  'avif: 60 000 by 60 000': withSize(avif, text('ispe'), 8, (copy, at) => {
    copy.writeUInt32BE(60_000, at)
    copy.writeUInt32BE(60_000, at + 4)
  }),
})
