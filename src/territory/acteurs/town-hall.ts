import type { Tx } from '../../kernel/db/db.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { invalid, Problem } from '../../kernel/refusals/errors.ts'
import { type Caller, can, territoryOf } from '../../people/access/permissions.ts'
import { refuseOutsideTerritory } from '../../people/access/territory.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import { lockCommune } from '../communes/queries.ts'
import { saveChanges } from '../communes/save-changes.ts'
import { setValide } from './queries.ts'
import type { NewActeur } from './shapes.ts'

/** An acteur that the back-office creates as the town hall of its commune. */

type Locked = NonNullable<Awaited<ReturnType<typeof lockCommune>>>

/** Locked, so that of two town halls made at once one is refused. */
export async function lockWithoutMairie(
  tx: Tx,
  caller: Caller,
  { type, commune_id }: Pick<NewActeur, 'type' | 'commune_id'>,
): Promise<Locked> {
  const verdict = can(caller, { action: 'administer', area: 'communes' })
  if (verdict !== 'allowed') throw new Problem(verdict)
  const place = { commune_id, commune_ids: [commune_id] }
  refuseOutsideTerritory(territoryOf(caller, 'communes'), 'commune_id', undefined, place)
  if (type !== 'mairie')
    throw invalid('mairie', 'vaut pour un acteur de type « Mairie »', 'is for an acteur of type `mairie`')
  const commune = await lockCommune(tx, commune_id)
  if (!commune) throw unknownId('commune_id', 'commune')
  if (commune.mairie_actor_id !== null)
    throw invalid('mairie', 'La commune a déjà sa mairie.', 'The commune has its town hall already.')
  return commune
}

export async function becomeMairie(tx: Tx, audit: Trail, commune: Locked, id: string): Promise<void> {
  await setValide(tx, id, true)
  const trail = {
    considered: () => audit.considered(),
    record: (change: Parameters<Trail['record']>[0]) =>
      audit.record({ ...change, action: 'commune.updated' }),
  }
  await saveChanges({ tx, audit: trail }, commune, { mairie_actor_id: id })
}
