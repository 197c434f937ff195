import { pictureSet } from '../../media/reencoder.ts'
import { explain } from './explanations.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** One white pixel as a PNG. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAMAAAAoyzS7AAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAACklEQVQI12NgAAAAAgAB4iG8MwAAAABJRU5ErkJggg==',
  'base64',
)

/** Encodes a valid picture: without its library the service refuses every picture as broken. */
export async function pictures(encode: typeof pictureSet = pictureSet): Promise<Finding> {
  return 'files' in (await encode({ bytes: POINT }, { acteur: 'doctor', person: 'doctor' }))
    ? ok('pictures', 'are read and encoded anew', explain('pictures'))
    : wrong('pictures', 'cannot be read: install the library (sharp) with npm ci', explain('no_pictures'))
}
