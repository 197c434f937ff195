import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { roomOf } from '../../../shared/fields/field.ts'
import { ofTown } from '../../../shared/words/of-town.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { isEmail } from '../../kernel/texts/email-address.ts'
import { type Caller, can, territoryOf } from '../../people/access/permissions.ts'
import { refuseOutsideTerritory } from '../../people/access/territory.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import { merged } from '../communes/details/infos.ts'
import { infosOf } from '../communes/details/queries.ts'
import { lockCommune } from '../communes/queries.ts'
import { saveChanges } from '../communes/save-changes.ts'
import { findForAdmin, insertActeur, setValide } from './queries.ts'
import { acteurTrace, NO_FIELDS, slugsFor, withFields } from './rules.ts'
import type { NewActeur } from './shapes.ts'

/** An acteur that the back-office, or the proof of a town hall, creates as that of its commune. */

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

/** The page of a town hall that has proven itself, where its commune names none: filled in from the directory. */
export async function openFromDirectory(
  tx: Tx,
  audit: Trail,
  commune: Locked,
  siret: string | null,
): Promise<{ readonly id: string; readonly nom: string }> {
  const known = merged(commune.id, undefined, await infosOf(tx, commune.id))
  const fits = (field: 'adresse' | 'telephone' | 'email' | 'site_web') => {
    const value = known[field]
    return value !== null && value.length <= (roomOf(ACTEUR_FIELDS[field]) ?? 0) ? value : null
  }
  const email = fits('email')
  const site_web = fits('site_web')
  // That of a deleted or wrong acteur stays there: somebody of the team has to look at it.
  const taken = await tx.one(sql`select from acteurs where siret = ${siret}`)
  const nom = `Mairie ${ofTown(commune.nom)}`
  const acteur = withFields(
    { ...NO_FIELDS, nom, type: 'mairie' },
    {
      commune_id: commune.id,
      adresse: fits('adresse'),
      telephone: fits('telephone'),
      email: email !== null && isEmail(email) ? email : null,
      site_web: site_web !== null && /^https?:\/\//.test(site_web) ? site_web : null,
      siret: taken ? null : siret,
    },
  )
  const id = found(await insertActeur(tx, acteur, { candidates: slugsFor(nom, commune.slug) }))
  await becomeMairie(tx, audit, commune, id)
  const created = found(await findForAdmin(tx, id, null))
  audit.record({ ...acteurTrace(undefined, created), action: 'acteur.created' })
  return { id, nom }
}
