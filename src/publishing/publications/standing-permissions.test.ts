// Of a release: every user, action, state and route.
// Begun first: it takes long.
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { holds } from '../../../test/publications/matrix.ts'
import type { Ask } from '../../../test/publications/oracle.ts'
import {
  buildWorld,
  STATE_NAMES,
  type StateName,
  type Status,
  target,
} from '../../../test/publications/world.ts'

/**
 * Every user × action × state × route, compared with an oracle written independently (test/publications/oracle.ts):
 * the refusal code, the resulting row, and one trace or none.
 */

const world = await buildWorld(await startApp())
const { people, communes, b, mairie } = world
const [open, closed, inactive, deleted] = world.a

const STATUSES: readonly Status[] = ['pending', 'changes_requested', 'approved', 'published', 'rejected']
const moderate = (by: 'member' | 'mairie' | 'admin' | 'bulk'): Ask[] =>
  STATUSES.map(to => ({ do: 'moderate', by, to }))
const IN_A_DAY = new Date(Date.now() + 86_400_000)
const A_SECOND_AGO = new Date(Date.now() - 1_000)

/** A in every state; the other acteurs in the states that decide about rights. */
const every = [
  ...STATE_NAMES.map(name => target(open, name)),
  target(open, 'published by a member', { type: 'alerte' }),
  target(open, 'published by a member', { communes: [communes.zone] }),
  target(open, 'published by a member', { communes: [communes.zone, communes.home] }),
]
const TELLING: StateName[] = ['pending', 'published by a member', 'published by the back-office', 'deleted']
const ofOthers = [b, mairie].flatMap(acteur =>
  [...TELLING, 'held by the mairie' as const].map(name => target(acteur, name)),
)
const awayFromWork = [closed, inactive, deleted].flatMap(acteur =>
  [...TELLING, 'rejected by a member' as const].map(name => target(acteur, name)),
)
/** The users whose rights depend on the state of A. */
const concerned = people.filter(who => who.admin || who.rights.has(open.id))
const moderators = people.filter(who => who.moderates)

const members = (asks: readonly Ask[]) => [
  { people, asks, objects: [...every, ...ofOthers] },
  { people: concerned, asks, objects: awayFromWork },
]
const office = (asks: readonly Ask[]) => [
  { people: moderators, asks, objects: every },
  { people, asks, objects: [target(closed, 'published by a member'), target(mairie, 'deleted')] },
]

test('editing content, pinning, both', () =>
  holds(world, [
    ...members([
      { do: 'edit', content: 'new' },
      { do: 'edit', pin: true },
      { do: 'edit', content: 'new', pin: true },
    ]),
    {
      people: concerned,
      asks: [
        { do: 'edit', content: 'same' },
        { do: 'edit', pin: false },
      ],
      objects: every,
    },
  ]))

test('resubmitting, with and without a change', () =>
  holds(world, [
    {
      people: concerned,
      asks: [
        { do: 'edit', content: 'new', again: true },
        { do: 'edit', content: 'same', again: true },
      ],
      objects: every,
    },
  ]))

test('a member deletes', () => holds(world, members([{ do: 'delete' }])))

test('a member moderates', () => holds(world, members(moderate('member'))))

test('the mairie moderates its own, and holds what others attached to its commune', () =>
  holds(world, members(moderate('mairie'))))

test('anybody reports what is visible', () =>
  holds(world, [{ people, asks: [{ do: 'report' }], objects: [...every, ...ofOthers] }]))

test('the back-office moderates one', () => holds(world, office(moderate('admin'))))

test('the back-office moderates many', () => holds(world, office(moderate('bulk'))))

test('the back-office switches valide', () =>
  holds(world, office([{ do: 'valide' }, { do: 'valide', to: true }, { do: 'valide', to: false }])))

test('the back-office features, and stops featuring', () =>
  holds(
    world,
    office([
      { do: 'feature', on: true },
      { do: 'feature', on: true, until: IN_A_DAY },
      { do: 'feature', on: true, until: A_SECOND_AGO },
      { do: 'feature', on: false },
      { do: 'feature', on: false, until: IN_A_DAY },
    ]),
  ))

test('the back-office deletes and restores', () =>
  holds(world, office([{ do: 'delete as administrator' }, { do: 'restore' }])))
