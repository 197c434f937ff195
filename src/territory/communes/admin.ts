import { Data, Id, Obj } from '../../../shared/shapes.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { invalid, Problem } from '../../kernel/refusals/errors.ts'
import { slugOf } from '../../kernel/texts/texts.ts'
import { type Caller, territoryOf } from '../../people/access/permissions.ts'
import { idsInside } from '../../people/access/territory.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { replaceDetails } from './details/details.ts'
import { insertCommune, isAnActeur, lockCommune, slugIsTaken, slugLeadsElsewhere } from './queries.ts'
import { slugWithDepartement } from './rules.ts'
import { saveChanges } from './save-changes.ts'
import { Commune, CommuneChanges, NewCommune } from './shapes.ts'
import { shownCommune } from './shown-commune.ts'

const conflicts = { communes_slug_taken: 'slug_taken', communes_code_insee_taken: 'conflict' } as const

export const create = signedIn.write({
  summary: 'Create a commune',
  body: NewCommune,
  reply: Data(Commune),
  conflicts,
  async run({ body, tx, audit, caller, config }) {
    await refuseUnknownMairie(tx, caller, body.mairie_actor_id)
    const slug = body.slug ?? (await freeSlug(tx, body))
    const commune = await insertCommune(tx, { ...body, slug })
    if (!commune) throw new Problem('conflict')
    await refuseFormerSlug(tx, commune)
    const moved = await replaceDetails(tx, commune.id, body)
    audit.record({ id: commune.id, after: { ...commune, ...moved?.after } })
    return { data: shownCommune(commune, config) }
  },
})

export const update = signedIn.write({
  summary: 'Change a commune',
  params: Obj({ id: Id }),
  body: CommuneChanges,
  reply: Data(Commune),
  errors: ['not_found'],
  conflicts,
  versioned: true,
  async run({ params, body, tx, audit, refuseStale, caller, config }) {
    const locked = await lockCommune(tx, params.id)
    if (!locked) throw new Problem('not_found')
    refuseStale(locked.version)
    // One that was deleted since may stay when other fields change.
    if (body.mairie_actor_id !== locked.mairie_actor_id)
      await refuseUnknownMairie(tx, caller, body.mairie_actor_id)
    const saved = await saveChanges({ tx, audit }, locked, body)
    if (saved.slug !== locked.slug) await refuseFormerSlug(tx, saved)
    return { data: shownCommune(saved, config) }
  },
})

/** A limited caller names an acteur inside: its members write for the commune. */
async function refuseUnknownMairie(tx: Tx, caller: Caller, id: string | null | undefined): Promise<void> {
  if (!id) return
  const asked = { id: caller.id, territory: territoryOf(caller, 'communes') }
  const known = (await isAnActeur(tx, id)) && (await idsInside(tx, 'acteurs', [id], asked)).length > 0
  if (!known) throw unknownId('mairie_actor_id', 'acteur')
}

/**
 * Old links, feeds and printed codes of another commune lead by it. Looked for once the slug is written: a commune that
 * gives it up at the same moment holds it until then, and has left it in the table afterwards.
 */
async function refuseFormerSlug(tx: Tx, { id, slug }: Pick<Commune, 'id' | 'slug'>): Promise<void> {
  if (await slugLeadsElsewhere(tx, slug, id)) throw new Problem('slug_taken')
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
