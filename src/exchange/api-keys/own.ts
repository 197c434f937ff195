import { Data } from '../../../shared/shapes.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { withKey } from '../../people/access/visitors.ts'
import { findPlaces } from '../../territory/acteurs/queries.ts'
import { findOwnKey } from './queries.ts'
import { OwnKey } from './shapes.ts'

/** What a program learns about its key. */
export const own = withKey.read({
  summary: 'The API key of this request: whom it acts for, its communes and scopes, and until when',
  description: 'For a program that was given a key. It needs no scope.',
  reply: Data(OwnKey),
  async run({ db, caller: { id, limit } }) {
    const communes =
      'acteurId' in limit ? found(await findPlaces(db, limit.acteurId)).commune_ids : limit.communeIds
    return { data: await findOwnKey(db, id, communes) }
  },
})
