import type { ActeurType, Badge } from '../../../shared/words/acteurs.ts'
import type { Asker } from '../asking.ts'

/** An acteur as its operator enters it. */
interface NewActeur {
  readonly nom: string
  readonly type: ActeurType
  readonly commune_id: string
  readonly badge?: Badge | undefined
  readonly publishes?: boolean | undefined
  readonly [field: string]: unknown
}

/** Enters and validates an acteur; answers its id. */
export async function openActeur(
  administrator: Asker,
  { badge, publishes: can_publish, ...acteur }: NewActeur,
): Promise<string> {
  const { id } = await administrator.ask('POST', '/admin/acteurs', acteur)
  await administrator.ask('PATCH', `/admin/acteurs/${id}/validate`, {})
  if (can_publish) await administrator.ask('POST', `/admin/acteurs/${id}/can-publish`, { can_publish })
  if (badge) await administrator.ask('PATCH', `/admin/acteurs/${id}/badge`, { badge })
  return id
}

/** They claim their acteur as real owners would. */
export async function own(administrator: Asker, owner: Asker, acteur_id: string): Promise<void> {
  const message = 'Je publie pour cette structure.'
  const claim = await owner.ask('POST', '/claims', { acteur_id, message })
  await administrator.ask('PATCH', `/admin/claims/${claim.id}`, { status: 'approved' })
}
