import type { TSchema } from 'typebox'
import { Data, Obj, Optional } from '../../../shared/shapes.ts'
import type { Area } from '../../../shared/words/access.ts'
import { areasOf, territoryOf } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { inTime, type Numbers } from './in-time.ts'
import { QUEUES } from './queues.ts'

/** The counters in the menu and tabs of the back-office, requested every half minute. */

const queues = Object.entries<Numbers & Record<string, { readonly shape: TSchema }>>(QUEUES)

const shapeOf = (numbers: (typeof queues)[number][1]) =>
  Obj(Object.fromEntries(Object.entries(numbers).map(([name, { shape }]) => [name, Optional(shape)])))

export const counts = signedIn.read({
  summary: 'Waiting items in the caller’s areas, and the caller’s work today; slow figures are left out',
  reply: Data(Obj(Object.fromEntries(queues.map(([area, numbers]) => [area, Optional(shapeOf(numbers))])))),
  revalidated: true,
  async run(context) {
    const areas: readonly string[] = areasOf(context.caller.roles)
    const mine = queues.filter(([area]) => areas.includes(area))
    const computed = await Promise.all(
      mine.map(
        async ([area, numbers]) =>
          [area, await inTime(context, numbers, territoryOf(context.caller, area as Area))] as const,
      ),
    )
    return { data: Object.fromEntries(computed) }
  },
})
