import { PLACE_FIELDS } from '../../../shared/fields/places.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { AuditTrail, BY_OPERATOR } from '../../kernel/records/audit.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { addFormerPaths, type FormerPath } from '../../place/former-paths.ts'
import { addFormerSlug, hasPlace, setMairie } from '../../territory/communes/commune-file.ts'
import { collectesOf, elusOf, infosOf } from '../../territory/communes/details/queries.ts'
import { findPlace, savePlace } from '../../territory/communes/places/queries.ts'
import { lockCommune } from '../../territory/communes/queries.ts'
import { saveChanges } from '../../territory/communes/save-changes.ts'
import { attacher } from './attacher.ts'
import { batches, type Plan } from './plan.ts'
import type { CommuneLine } from './shapes.ts'
import type { CommuneSource } from './source.ts'

/** What an import adds to the commune itself: addresses that lead on, its town hall, its lists and colours. */

interface Adding {
  readonly source: CommuneSource
  readonly plan: Plan
  readonly leftOut: ReadonlySet<string>
}

export async function addRedirects(
  tx: Tx,
  { source, plan, leftOut }: Adding,
  told: string[],
): Promise<number> {
  const { commune, slugs } = plan
  const own = source.commune.slug
  const taken: string[] = []
  let count = 0
  const slug = async (one: string) => {
    if (one === commune.slug) return
    const done = await addFormerSlug(tx, commune.id, one)
    if (done === 'added') count++
    else if (done === 'taken') taken.push(`/place/${one}`)
  }
  const lead = async (paths: readonly FormerPath[]) => {
    const done = await addFormerPaths(tx, commune.id, paths)
    count += done.added
    taken.push(...done.taken)
  }
  if (own !== null) await slug(own)
  for await (const batch of batches(source, 'redirects')) {
    const paths: FormerPath[] = []
    for (const { line } of batch) {
      const { path, publication_id = null, acteur_id = null } = line
      if (line.slug !== undefined) await slug(line.slug)
      else if (path !== undefined && !leftOut.has(publication_id ?? ''))
        paths.push({ path, publication_id, acteur_id })
    }
    await lead(paths)
  }
  const moved: FormerPath[] = []
  if (slugs.size > 0)
    for await (const { line } of source.lines('acteurs'))
      if (slugs.has(line.id))
        moved.push({ path: `/annuaire/${line.slug}`, publication_id: null, acteur_id: line.id })
  await lead(moved)
  if (taken.length > 0)
    told.push(`These former addresses lead elsewhere here: ${taken.slice(0, 20).join(', ')}.`)
  return count
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockCommune>>>

/** What the commune has here already stays: the file only fills what is empty. */
export async function completeCommune(
  tx: Tx,
  commune: Locked,
  line: CommuneLine,
  { plan }: Adding,
  told: string[],
): Promise<void> {
  const trail = new AuditTrail('commune.updated')
  const mairie = line.mairie_actor_id ?? null
  if (mairie !== null && commune.mairie_actor_id === null && plan.acteurs.has(mairie)) {
    await setMairie(tx, commune.id, mairie)
    trail.record({ id: commune.id, before: { mairie_actor_id: null }, after: { mairie_actor_id: mairie } })
  } else if (mairie !== null && commune.mairie_actor_id !== mairie)
    told.push(
      `The town hall here stays ${commune.mairie_actor_id ?? 'nobody'}; that of the file is ${mairie}.`,
    )
  const kept: string[] = []
  const lists = {
    elus: [line.elus, await elusOf(tx, commune.id)],
    collectes: [line.collectes, await collectesOf(tx, commune.id)],
    infos: [line.infos, await infosOf(tx, commune.id)],
  } as const
  const empty = Object.entries(lists).filter(([name, [given = [], here]]) => {
    if (given.length > 0 && here.length > 0 && !sameRows(given, here)) kept.push(name)
    return given.length > 0 && here.length === 0
  })
  if (empty.length > 0) {
    const now = found(await lockCommune(tx, commune.id))
    await saveChanges(
      { tx, audit: trail },
      now,
      Object.fromEntries(empty.map(([name, [given]]) => [name, given])),
    )
  }
  await trail.save(tx, BY_OPERATOR)
  await addPlace(tx, commune, line, kept)
  if (kept.length > 0) told.push(`The commune has other ${kept.join(', ')} here, which stay.`)
  if (line.hosts && line.hosts.length > 0)
    told.push(
      `Its own hosts were ${line.hosts.join(', ')}: give them to it again once DNS and TLS lead here.`,
    )
}

const sameRows = (given: readonly object[], here: readonly object[]) => {
  const texts = (rows: readonly object[]) =>
    rows
      .map(row =>
        JSON.stringify(
          Object.entries(row)
            .filter(([name]) => !['id', 'mention', 'ordre'].includes(name))
            .sort(),
        ),
      )
      .sort()
      .join()
  return texts(given) === texts(here)
}

async function addPlace(tx: Tx, { id }: Locked, { place }: CommuneLine, kept: string[]): Promise<void> {
  if (!place) return
  const { blason: picture, ...fields } = place
  if (await hasPlace(tx, id)) {
    const here = await findPlace(tx, id)
    const isSame = Object.keys(PLACE_FIELDS).every(
      name => (fields as Record<string, unknown>)[name] === (here as Record<string, unknown>)[name],
    )
    if (!isSame) kept.push('colours of la place')
    return
  }
  const before = await findPlace(tx, id)
  const attach = await attacher(tx, picture ? [{ id: picture }] : [])
  const blason = picture ? (attach.images([{ id: picture, alt: '' }])[0] ?? null) : null
  await savePlace(tx, id, { ...before, ...fields, blason })
  const trail = new AuditTrail('commune.place_updated')
  trail.record({
    id,
    before: { teinte: before.teinte, ouverte: before.ouverte },
    after: { teinte: fields.teinte ?? before.teinte, ouverte: fields.ouverte ?? before.ouverte },
  })
  await trail.save(tx, BY_OPERATOR)
}
