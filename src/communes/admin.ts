import { Data, Id, Obj } from '../../shared/shapes.ts'
import { unknownId } from '../access/unknown-ids.ts'
import type { Tx } from '../kernel/db/db.ts'
import { invalid, Problem } from '../kernel/errors.ts'
import { write } from '../kernel/routes/action.ts'
import { slugOf } from '../kernel/texts.ts'
import { replaceDetails } from './details/details.ts'
import { insertCommune, isAnActeur, lockCommune, slugIsTaken } from './queries.ts'
import { slugWithDepartement } from './rules.ts'
import { saveChanges } from './save-changes.ts'
import { Commune, CommuneChanges, NewCommune } from './shapes.ts'

const conflicts = { communes_slug_taken: 'slug_taken', communes_code_insee_taken: 'conflict' } as const

export const create = write({
  summary: 'Create a commune',
  body: NewCommune,
  reply: Data(Commune),
  conflicts,
  async run({ body, tx, audit }) {
    await refuseUnknownMairie(tx, body.mairie_actor_id)
    const slug = body.slug ?? (await freeSlug(tx, body))
    const commune = await insertCommune(tx, { ...body, slug })
    if (!commune) throw new Problem('conflict')
    const moved = await replaceDetails(tx, commune.id, body)
    audit.record({ id: commune.id, after: { ...commune, ...moved?.after } })
    return { data: commune }
  },
})

export const update = write({
  summary: 'Change a commune',
  params: Obj({ id: Id }),
  body: CommuneChanges,
  reply: Data(Commune),
  errors: ['not_found'],
  conflicts,
  versioned: true,
  async run({ params, body, tx, audit, refuseStale }) {
    const locked = await lockCommune(tx, params.id)
    if (!locked) throw new Problem('not_found')
    refuseStale(locked.version)
    // One that was deleted since may stay when other fields change.
    if (body.mairie_actor_id !== locked.mairie_actor_id) await refuseUnknownMairie(tx, body.mairie_actor_id)
    return { data: await saveChanges({ tx, audit }, locked, body) }
  },
})

async function refuseUnknownMairie(tx: Tx, id: string | null | undefined): Promise<void> {
  if (id && !(await isAnActeur(tx, id))) throw unknownId('mairie_actor_id', 'acteur')
}

/**
 * A slug that is taken gets the departement added; if that is taken as well, the unique index refuses it (`slug_taken`).
 */
async function freeSlug(tx: Tx, { nom, departement }: NewCommune): Promise<string> {
  const slug = slugOf(nom)
  if (slug === '')
    throw invalid('nom', 'doit contenir une lettre ou un chiffre', 'must hold a letter or a digit')
  return departement && (await slugIsTaken(tx, slug)) ? slugWithDepartement(slug, departement) : slug
}
