import { reencoded } from '../media/reencoder.ts'
import { type Finding, ok, wrong } from './finding.ts'
import { say } from './sentences.ts'

/** One white point, as a PNG. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAMAAAAoyzS7AAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAACklEQVQI12NgAAAAAgAB4iG8MwAAAABJRU5ErkJggg==',
  'base64',
)

/** Without its library the service answers as ever, and says of every picture that it is broken: here is who knows better. */
export async function pictures(read: (bytes: Buffer) => Promise<unknown> = reencoded): Promise<Finding> {
  return (await read(POINT))
    ? ok('pictures', 'are read and encoded anew', say('pictures'))
    : wrong('pictures', 'cannot be read here, not one: npm ci brings the library (sharp)', say('no_pictures'))
}
