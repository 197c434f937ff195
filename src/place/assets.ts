import type { FastifyInstance, FastifyReply } from 'fastify'
import { namesOf } from '../../shared/fields/field.ts'
import { tintColours } from '../../shared/tints.ts'
import { TEINTES, type Teinte } from '../../shared/words/places.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { cardName, readCard } from './cards.ts'
import { html } from './html.ts'
import { type Scripts, WORKER } from './scripts.ts'
import { SHIELD_LINES, SHIELD_OUTLINE, SHIELD_VIEW } from './shield.ts'
import { ASSETS_PATH } from './style.ts'

/** Files of no commune. Those whose name has a hash never change; the plain name of the element leads to the newest one. */
export function serveAssets(
  server: FastifyInstance,
  fonts: ReadonlyMap<string, Buffer>,
  scripts: Scripts,
): void {
  const files = new Map<
    string,
    { readonly type: string; readonly file: Buffer | string; readonly age: string }
  >([
    ...namesOf(TEINTES).map(
      name => [`icon-${name}.svg`, { type: 'image/svg+xml', file: iconIn(name), age: A_DAY }] as const,
    ),
    ...namesOf(TEINTES).map(
      name => [cardName(name), { type: 'image/png', file: readCard(name), age: A_DAY }] as const,
    ),
    ...[...fonts].map(([name, file]) => [name, { type: 'font/woff2', file, age: FOR_GOOD }] as const),
    ...Object.values(scripts).map(({ path, bytes }) => {
      const age = path === scripts[WORKER].path ? 'no-cache' : FOR_GOOD
      return [path.slice(ASSETS_PATH.length), { type: SCRIPT, file: bytes, age }] as const
    }),
  ])
  server.get(`${ASSETS_PATH}:name`, (request, reply) => {
    const { name } = request.params as { name: string }
    if (name === 'parvis-agenda.js')
      return forAll(reply).header('cache-control', AN_HOUR).redirect(scripts['parvis-agenda'].path, 301)
    const asked = files.get(name)
    if (!asked) throw new Problem('not_found')
    if (asked.type === SCRIPT) forAll(reply)
    return reply.header('cache-control', asked.age).type(asked.type).send(asked.file)
  })
}

/** Other sites load scripts. */
const forAll = (reply: FastifyReply) =>
  reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })

const SCRIPT = 'text/javascript; charset=utf-8'
const FOR_GOOD = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
const AN_HOUR = 'public, max-age=3600'

/** The shield in a tint. */
export function iconIn(teinte: Teinte): string {
  const { accent, on } = tintColours(teinte).light
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${SHIELD_VIEW}"><path fill="${accent}" d="${SHIELD_OUTLINE}"/><path fill="none" stroke="${on}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="${SHIELD_LINES}"/></svg>`.toString()
}
