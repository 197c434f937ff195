import { about, Data, Id, named, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { leftOf } from '../../kernel/routes/limits.ts'
import { bytesTaken } from '../../media/room.ts'
import { acting } from '../../people/access/visitors.ts'
import { readStanding } from '../publications/standing.ts'
import { refuseStrangers } from './actions.ts'
import { MOST_BYTES, UPLOADING } from './rules.ts'

const Count = Type.Integer({ minimum: 0 })
const Room = named(
  'UploadRoom',
  Obj({
    bytes_left: about('What is left of the quota of the acteur', Count),
    files_left: about(
      'How many more files the caller may upload now; the rest follows within the hour',
      Count,
    ),
    largest_bytes: about('The size of the largest file', Count),
  }),
)

export const room = acting.read({
  summary: 'How much the caller may still upload for an acteur',
  query: Obj({ acteur_id: about('The acteur that would own the uploads', Id) }),
  reply: Data(Room),
  errors: ['forbidden', 'scope_violation'],
  async run({ db, query, caller, source, config }) {
    const acteurId = query.acteur_id
    refuseStrangers(await readStanding(db, acteurId, caller), caller, source, acteurId)
    const [taken, files_left] = await Promise.all([
      bytesTaken(db, acteurId),
      leftOf(db, UPLOADING, caller.id, config.rateLimitScale),
    ])
    const bytes_left = Math.max(0, Math.floor(config.mediaQuotaBytes - taken))
    return { data: { bytes_left, files_left, largest_bytes: MOST_BYTES } }
  },
})
