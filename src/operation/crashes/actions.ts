import { Data, List, named, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { anyone } from '../../people/access/visitors.ts'

const MOST_FRAMES = 15

const Reference = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: 'A reference that the page generates and shows to the user',
})

/** Only fields that cannot contain user input: operators read the log. */
const Crash = named(
  'Crash',
  Obj({
    reference: Reference,
    name: Type.String({ pattern: '^[A-Za-z]{1,40}$', description: 'The kind of error; never its message' }),
    frames: List(
      Type.String({
        pattern: '^assets/[A-Za-z0-9_.-]{1,90}\\.js:[0-9]{1,7}:[0-9]{1,7}$',
        description: 'File and line of the error, in the code of the back-office',
      }),
      MOST_FRAMES,
    ),
    screen: Type.String({
      pattern: '^/[A-Za-z$/-]{0,79}$',
      description: 'The route of the screen, without ids and without a query',
    }),
    part: Type.String({ pattern: '^[a-z-]{1,30}$', description: 'The part of the screen that failed' }),
    version: Type.String({
      pattern: '^[0-9]{1,5}\\.[0-9]{1,5}\\.[0-9]{1,5}(-[a-z]{1,10})?$',
      description: 'The version of the page’s code',
    }),
  }),
  {
    reference: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    name: 'TypeError',
    frames: ['assets/desk-Bx3k9.js:1:20417'],
    screen: '/moderation',
    part: 'item',
    version: '0.4.0',
  },
)

/** Logs the reference that the screen shows; stores nothing. */
export const report = anyone.write({
  summary: 'Report a crash of a page of the back-office; written to the log',
  description:
    'Sent by the pages of the back-office. Each field has a strict format, so that no text of users reaches the log.',
  body: Crash,
  reply: Data(Obj({ reference: Reference })),
  async run({ body, log }) {
    const { reference, name, frames, screen, part, version } = body
    log.warn({ reference, error: name, frames, screen, part, version }, 'back-office crashed in a browser')
    return { data: { reference } }
  },
})
