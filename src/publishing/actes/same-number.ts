import type { Static } from 'typebox'
import { about, Data, Day, Id, List, named, Obj, Text, WordOf } from '../../../shared/shapes.ts'
import { NATURES } from '../../../shared/words/actes.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { ownCommune } from '../../territory/communes/mairie.ts'
import { seenNumber } from './numbers.ts'

/** Warns a clerk whose act has the number of another one. Only a warning: many towns begin their numbers anew each year. */

const MOST = 5

const NumberedActe = named('NumberedActe', Obj({ id: Id, numero: Text(50), date: Day, title: Text(200) }))
type NumberedActe = Static<typeof NumberedActe>

export const sameNumber = signedIn.read({
  summary: 'Acts of the commune with this number, of the same kind and year, newest first',
  description: 'For a warning before another one is published: `n° 12` is `12`.',
  params: Obj({ acteurId: Id, communeId: Id }),
  query: Obj({
    nature: about('The kind of the act to publish', WordOf(NATURES)),
    numero: about('The number of the act to publish', Text(50)),
    date: about('Its day', Day),
  }),
  reply: Data(List(NumberedActe, MOST)),
  async run(context) {
    const { communeId } = await ownCommune(context.db, context)
    const { nature, numero, date } = context.query
    const seen = seenNumber(numero)
    const acts = await ofYear(context.db, { communeId, nature, date })
    return { data: acts.filter(one => seenNumber(one.numero) === seen).slice(0, MOST) }
  },
})

const ofYear = (
  db: Db,
  { communeId, nature, date }: { readonly communeId: string; readonly nature: string; readonly date: string },
) =>
  db.all<NumberedActe>(sql`
    select a.publication_id as id, a.numero, a.pris_le as date, p.title
    from actes a join publications p on p.id = a.publication_id
    where a.commune_id = ${communeId} and a.nature = ${nature}
      and a.pris_le between date_trunc('year', ${date}::date)::date
        and (date_trunc('year', ${date}::date) + interval '1 year - 1 day')::date
    order by a.pris_le desc, a.publication_id desc`)
