import { Data, Id, List, Obj } from '../../../../shared/shapes.ts'
import { anyone } from '../../../people/access/visitors.ts'
import { Elu } from '../details-shapes.ts'
import { communeToShow } from '../shown-commune.ts'
import { elusOf } from './queries.ts'

export const elus = anyone.read({
  summary: 'Elected officials: the mayor, then deputies, then the others by name',
  params: Obj({ id: Id }),
  reply: Data(List(Elu)),
  errors: ['scope_violation'],
  async run({ db, params, source }) {
    const { id } = await communeToShow(db, source, params.id)
    return { data: await elusOf(db, id) }
  },
})
