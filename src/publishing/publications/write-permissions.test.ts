import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startApp } from '../../../test/app.ts'
import {
  type Acteur,
  buildWorld,
  inParallel,
  outcome,
  type Row,
  rowsOf,
  through,
  trailOf,
  type Who,
} from '../../../test/publications/world.ts'

/** Every user × acteur × commune × type: who may create a publication, what is refused, and the row that results. */

const world = await buildWorld(await startApp())
const { app, people, communes, b, mairie } = world
const [open, closed, inactive, deleted] = world.a
const NOWHERE = '00000000-0000-7000-8000-000000000000'

interface Wish {
  readonly name: string
  readonly communes: (acteur: Acteur) => readonly string[]
  readonly fields?: Row
  /** Set where the case names something that does not exist. */
  readonly unknown?: 'acteur' | 'commune' | 'type'
}
const own = (acteur: Acteur) => [acteur.commune]
const WISHES: readonly Wish[] = [
  { name: 'at home', communes: own },
  { name: 'at home, pinned', communes: own, fields: { epingle: true } },
  { name: 'at home, not pinned', communes: own, fields: { epingle: false } },
  { name: 'at home and in the zone', communes: acteur => [acteur.commune, ...acteur.zone] },
  { name: 'in the zone', communes: acteur => [...acteur.zone, acteur.commune].slice(0, 1) },
  { name: 'at home and where it is a stranger', communes: ({ commune }) => [commune, foreign(commune)] },
  { name: 'where it is a stranger', communes: ({ commune }) => [foreign(commune)] },
  { name: 'an alert', communes: own, fields: { type_id: world.types.alerte } },
  { name: 'of an unknown type', communes: own, fields: { type_id: NOWHERE }, unknown: 'type' },
  { name: 'in an unknown commune', communes: () => [NOWHERE], unknown: 'commune' },
]
/** A commune outside the zone of the acteur. */
const foreign = (commune: string) => (commune === communes.away ? communes.zone : communes.away)

type Verdict = { refused: string } | { published: boolean; action: string }

/**
 * Written from the interface alone. Unknown acteurs and communes are 422 for everybody: their existence is no secret.
 */
function expected(who: Who, acteur: Acteur | undefined, wish: Wish): Verdict {
  if (who.suspended) return { refused: '403 account_suspended' }
  if (!acteur || wish.unknown === 'commune') return { refused: '422 validation_failed' }
  const rights = who.admin ? { manage: true, publish: true } : who.rights.get(acteur.id)
  if (!who.admin) {
    if (!rights?.manage || !acteur.active || acteur.deleted) return { refused: '403 scope_violation' }
    const reach = [acteur.commune, ...acteur.zone]
    if (!wish.unknown && !wish.communes(acteur).every(id => reach.includes(id)))
      return { refused: '403 scope_violation' }
  }
  if (acteur.deleted) return { refused: '422 validation_failed' }
  if (wish.fields?.epingle === true && !rights?.publish) return { refused: '403 forbidden' }
  if (wish.unknown) return { refused: '422 validation_failed' }
  return {
    published: acteur.can_publish && acteur.active && rights?.publish === true,
    action: wish.fields?.type_id === world.types.alerte ? 'publication.alert' : 'publication.created',
  }
}

interface Attempt {
  readonly who: Who
  readonly acteur: Acteur | undefined
  readonly wish: Wish
  readonly send: () => Promise<Answer>
  readonly verdict: Verdict
}

const said = ({ who, acteur, wish }: Attempt) =>
  `${who.name} · ${acteur?.name ?? 'an unknown acteur'} · ${wish.name}`

async function holds(attempts: readonly Attempt[]): Promise<void> {
  const counts = async () =>
    (
      await app.owner.query(
        `select (select count(*)::int from publications) as publications, (select count(*)::int from audit_log) as trail`,
      )
    ).rows[0]
  const before = await counts()
  const start = Date.now()
  const answers = await inParallel(attempts, ({ send }) => send())
  const end = Date.now()
  const ids = answers.flatMap(({ body }) => (body?.data?.id ? [body.data.id] : []))
  const [rows, trail, after] = [await rowsOf(app, ids), await trailOf(app, ids), await counts()]
  const wrong = attempts.flatMap((attempt, at) => {
    const answer = answers[at] as Answer
    const found = differences(attempt, answer, rows, trail, [start, end])
    return found.length === 0 ? [] : [`${said(attempt)}: ${found.join('; ')}`]
  })
  assert.equal(wrong.length, 0, `${wrong.length} of ${attempts.length} disagree:\n${wrong.join('\n')}`)
  // A refused attempt leaves neither a row nor a trace.
  const made = attempts.filter(({ verdict }) => 'published' in verdict).length
  assert.ok(made > 0)
  assert.deepEqual(after, { publications: before.publications + made, trail: before.trail + made })
}

function differences(
  { who, acteur, wish, verdict }: Attempt,
  answer: Answer,
  rows: ReadonlyMap<string, Row>,
  trail: ReadonlyMap<string, Row[]>,
  [start, end]: readonly [number, number],
): string[] {
  const should = 'refused' in verdict ? verdict.refused : '201'
  if (outcome(answer) !== should) return [`answered ${outcome(answer)}, should be ${should}`]
  if ('refused' in verdict || !acteur) return []
  const { id, status, title } = answer.body.data
  const { publie_le, ...row } = rows.get(id) ?? {}
  const { published, action } = verdict
  const facts: readonly (readonly [string, unknown, unknown])[] = [
    [
      'answer',
      { status, title },
      { status: published ? 'published' : 'pending', title: said({ who, acteur, wish } as Attempt) },
    ],
    ['status', row.moderation_status, published ? 'published' : 'pending'],
    ['valide', row.valide, published],
    ['publie_le', publie_le !== null && +publie_le >= start - 5 && +publie_le <= end + 5, published],
    ['moderation_by', row.moderation_by, 'member'],
    ['author', row.created_by, who.user.id],
    ['acteur', row.acteur_id, acteur.id],
    ['communes', [row.commune_id, ...row.commune_ids.slice(1)], wish.communes(acteur)],
    ['type', row.type_id, wish.fields?.type_id ?? world.types.actualite],
    ['epingle', row.epingle, wish.fields?.epingle ?? false],
    ['featured and deleted', [row.en_avant, row.featured_until, row.deleted_at], [false, null, null]],
    ['trail', (trail.get(id) ?? []).map(one => [one.action, one.user_id]), [[action, who.user.id]]],
  ]
  return facts.flatMap(([name, is, ought]) =>
    JSON.stringify(is) === JSON.stringify(ought)
      ? []
      : [`${name} is ${JSON.stringify(is)}, should be ${JSON.stringify(ought)}`],
  )
}

const bodyOf = (who: Who, acteur: Acteur | undefined, wish: Wish) => {
  const [commune_id, ...commune_ids] = wish.communes(acteur ?? open)
  return {
    title: said({ who, acteur, wish } as Attempt),
    body: 'Texte',
    commune_id,
    ...(commune_ids.length > 0 && { commune_ids }),
    ...wish.fields,
  }
}

test('who may create a publication, where, and whether it is visible at once', () =>
  holds(
    people.flatMap(who =>
      [open, closed, inactive, deleted, b, mairie, undefined].flatMap(acteur =>
        (acteur ? WISHES : WISHES.slice(0, 1)).map(wish => ({
          who,
          acteur,
          wish,
          verdict: expected(who, acteur, wish),
          send: () =>
            through(world, who, '/').post('/publications', {
              ...bodyOf(who, acteur, wish),
              acteur_id: acteur?.id ?? NOWHERE,
            }),
        })),
      ),
    ),
  ))

test('only members of the mairie create as the mairie', () =>
  holds(
    people.flatMap(who =>
      [mairie, open].flatMap(acteur =>
        WISHES.map(wish => ({
          who,
          acteur,
          wish,
          // Only members of the mairie's acteur are allowed, whatever their other roles.
          verdict:
            who.suspended || (acteur === mairie && who.rights.has(mairie.id))
              ? expected(who, acteur, wish)
              : { refused: '403 scope_violation' },
          send: () => {
            const { commune_id, ...body } = bodyOf(who, acteur, wish)
            const meant = wish.communes(acteur)[0] === acteur.commune ? {} : { commune_id }
            return through(world, who, '/').post(`/mairie/acteurs/${acteur.id}/publications`, {
              ...body,
              ...meant,
            })
          },
        })),
      ),
    ),
  ))
