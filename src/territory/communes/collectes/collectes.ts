import { Id, Obj } from '../../../../shared/shapes.ts'
import { anyone } from '../../../people/access/visitors.ts'
import { collectesOf } from '../details/queries.ts'
import { type Collecte, Collectes } from '../details-shapes.ts'
import { communeToShow } from '../shown-commune.ts'
import { nextDates } from './schedule.ts'
import { fuseauOf } from './zones.ts'

export const collectes = anyone.read({
  summary: 'Waste collections with the next three dates in the commune’s time zone',
  params: Obj({ id: Id }),
  reply: Collectes,
  errors: ['scope_violation'],
  async run({ db, params, source, now }) {
    const place = await communeToShow(db, source, params.id)
    const fuseau = fuseauOf(place)
    return { data: withDates(await collectesOf(db, place.id), now, fuseau), meta: { fuseau } }
  },
})

export const withDates = (rows: readonly Collecte[], now: Date, fuseau: string) =>
  rows.map(row => ({ ...row, prochaines_dates: nextDates(row, now, fuseau) }))
