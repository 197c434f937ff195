import { Refusal } from '../refusals/refusal.ts'

/** A bucket of an S3-compatible store: the same variables for media and backups. */
export interface BucketSettings {
  /** `https://s3.example.fr` */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Prepended to every name; ends in `/`, or is empty. */
  readonly prefix: string
  readonly style: 'path' | 'host'
}

/** Each method returns undefined for an absent variable, and throws a Refusal for a wrong value. */
export interface Reader {
  text(name: string): string | undefined
  matching(name: string, test: (value: string) => boolean, wanted: string): string | undefined
  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined
}

/** Undefined when no variable is set. */
export function bucketFrom(read: Reader, start: string): BucketSettings | undefined {
  const endpoint = read.matching(
    `${start}_ENDPOINT`,
    isOriginAlone,
    'the address of the store alone, such as https://s3.example.fr: the bucket has a setting of its own',
  )
  const given = {
    region: read.matching(
      `${start}_REGION`,
      value => /^[a-z0-9-]{1,63}$/.test(value),
      'a region such as fr-par',
    ),
    bucket: read.matching(`${start}_BUCKET`, isBucket, 'the name of a bucket, such as parvis-media'),
    accessKeyId: read.matching(`${start}_ACCESS_KEY_ID`, isWord, 'one word, without spaces or slashes'),
    secretAccessKey: read.matching(
      `${start}_SECRET_ACCESS_KEY`,
      value => /^[!-~]+$/.test(value),
      'one word, without spaces',
    ),
  }
  const prefix = read.matching(
    `${start}_PREFIX`,
    value => /^([\w.-]+\/)*[\w.-]+\/?$/.test(value) && !/(^|\/)\.{1,2}(\/|$)/.test(value),
    'a folder within the bucket, such as parvis or shared/parvis',
  )
  const style = read.oneOf(`${start}_STYLE`, ['path', 'host'])
  const all = { ...given, prefix, style }
  if (!endpoint) {
    const [other] = Object.keys(all).filter(name => all[name as keyof typeof all] !== undefined)
    if (other) throw new Refusal(`${start}_ENDPOINT is required with ${variable(start, other)}.`)
    return undefined
  }
  for (const [name, value] of Object.entries(given))
    if (value === undefined) throw new Refusal(`${variable(start, name)} is required with ${start}_ENDPOINT.`)
  return {
    endpoint: new URL(endpoint).origin,
    ...(given as { [name in keyof typeof given]: string }),
    prefix: prefix ? `${prefix.replace(/\/$/, '')}/` : '',
    style: style ?? 'path',
  }
}

/** `accessKeyId` → `MEDIA_S3_ACCESS_KEY_ID` */
const variable = (start: string, name: string) =>
  `${start}_${name.replaceAll(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`

function isOriginAlone(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(value)
}
const isBucket = (value: string) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)
const isWord = (value: string) => /^[!-.0-~]{1,128}$/.test(value)

/** For messages to the operator. */
export const placeOf = ({ bucket, prefix, endpoint }: BucketSettings) =>
  `${bucket}/${prefix} at ${new URL(endpoint).host}`
