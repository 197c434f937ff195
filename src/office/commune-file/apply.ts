import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { absentOf } from '../../../shared/fields/field.ts'
import { ANNOUNCED, WRITTEN } from '../../../shared/fields/publications.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { AuditTrail, type Signature } from '../../kernel/records/audit.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { pick } from '../../kernel/values/fields.ts'
import type { AttachedDocument } from '../../media/attached.ts'
import { insertMediaOnTrial, saveMedia } from '../../media/queries.ts'
import { refuseBeyondQuota } from '../../media/room.ts'
import { type FiledActe, insertFiledActes } from '../../publishing/actes/commune-file.ts'
import { type FiledRow, insertFiled, typesBySlug } from '../../publishing/publications/commune-file.ts'
import { duplicateKeyOf } from '../../publishing/publications/duplicates.ts'
import { insertFiledType } from '../../publishing/publications/types-office.ts'
import { auditedAnnounced, auditedContent } from '../../publishing/publications/write.ts'
import { giveUploads, insertFiledUploads } from '../../publishing/uploads/queries.ts'
import { type FiledActeurRow, insertFiledActeurs } from '../../territory/acteurs/commune-file.ts'
import { lockCommune } from '../../territory/communes/queries.ts'
import { addRedirects, completeCommune } from './apply-commune.ts'
import { type Attach, attacher } from './attacher.ts'
import type { Examined } from './examine.ts'
import { batches, type Plan } from './plan.ts'
import type { ActeurLine, PublicationLine } from './shapes.ts'
import type { CommuneSource } from './source.ts'
import type { Staged } from './stage.ts'

/** Writes what is new of a file, in one transaction: all of it, or nothing. */

interface Applying {
  readonly source: CommuneSource
  readonly examined: Examined
  readonly plan: Plan
  readonly staged: Staged
  readonly config: Config
  readonly now: Date
  readonly trial: boolean
  readonly by: Signature
  /** Acts without a PDF, which no publication is made of. */
  readonly leftOut: ReadonlySet<string>
}

export interface Applied {
  readonly acteurs: number
  readonly publications: number
  readonly files: number
  readonly redirects: number
  readonly told: readonly string[]
}

export async function applyImport(tx: Tx, asked: Omit<Applying, 'leftOut'>): Promise<Applied> {
  const { source, plan, staged, config, by } = asked
  const told: string[] = []
  const removed = [...plan.papers].flatMap(([paper, acte]) => (staged.forgotten.has(paper) ? [acte] : []))
  const applying = { ...asked, leftOut: new Set([...plan.leftOut, ...removed]) }
  if (staged.forgotten.size > 0)
    told.push(
      `Pictures and documents that were removed here for legal reasons stay away: ${[...staged.forgotten].join(', ')}.`,
    )
  // A clerk who publishes in the commune meanwhile waits for this lock: an act refers to its commune.
  const commune = found(await lockCommune(tx, plan.commune.id))
  await source.admit?.(tx, plan.publications)
  const types = await typesOf(tx, applying)
  await addUploads(tx, applying)
  const acteurs = await addActeurs(tx, applying)
  await giveUploads(
    tx,
    plan.files.map(({ id, acteur_id }) => ({ id, acteur_id })),
  )
  for (const acteur of new Set(plan.files.flatMap(({ acteur_id }) => acteur_id ?? [])))
    await refuseBeyondQuota(tx, acteur, 0, config)
  const publications = await addPublications(tx, applying, types)
  const redirects = await addRedirects(tx, applying, told)
  for await (const { line } of source.lines('commune'))
    await completeCommune(tx, commune, line, applying, told)
  const counted = { acteurs, publications, files: staged.media.size, redirects }
  const trail = new AuditTrail('commune.imported')
  trail.record({ id: commune.id, after: { ...counted, file_sha256: source.sha256 } })
  await trail.save(tx, by)
  return { ...counted, told: [...plan.told, ...told] }
}

async function typesOf(tx: Tx, { examined }: Applying): Promise<ReadonlyMap<string, string>> {
  const here = await typesBySlug(tx)
  for (const type of examined.types.values())
    if (!here.has(type.slug) && !(await insertFiledType(tx, type)))
      throw new Refusal(
        `The type ${type.slug} of the file is called as another one here: rename that one first.`,
      )
  return await typesBySlug(tx)
}

async function addUploads(tx: Tx, { plan, staged, trial }: Applying): Promise<void> {
  const rows = plan.files.flatMap(({ id, name, created_at }) => {
    const kept = staged.media.get(id)
    return kept ? [{ kept, row: { id, name, created_at, media_key: kept.key } }] : []
  })
  for (const { kept } of rows) await (trial ? insertMediaOnTrial(tx, kept) : saveMedia(tx, kept))
  await insertFiledUploads(
    tx,
    rows.map(({ row }) => row),
  )
}

////////////////////////////////////////////////////////////////////////////// acteurs

async function addActeurs(tx: Tx, { source, plan, now, by }: Applying): Promise<number> {
  const trail = new AuditTrail('acteur.created')
  // Those that others were merged into come first.
  for (const merged of [false, true])
    for await (const batch of batches(source, 'acteurs')) {
      const lines = batch.flatMap(({ line }) =>
        plan.acteurs.has(line.id) && !!line.merged_into === merged ? [line] : [],
      )
      const attach = await attacher(
        tx,
        lines.flatMap(({ image }) => image ?? []),
      )
      const rows = lines.map(line => acteurRow(line, plan, attach, now))
      await insertFiledActeurs(tx, rows)
      for (const row of rows) trail.record({ id: row.id as string, after: acteurTrace(row) })
    }
  await trail.save(tx, by)
  return plan.acteurs.size
}

function acteurRow(line: ActeurLine, { communes, slugs }: Plan, attach: Attach, now: Date): FiledActeurRow {
  const { commune, communes: zone = [], image, ...fields } = line
  const idOf = (code: string) => communes.get(code) ?? ''
  const at = line.created_at ?? now.toISOString()
  const own = commune ? idOf(commune) : null
  return {
    ...absentOf(ACTEUR_FIELDS),
    fermetures: [],
    valide: false,
    valide_le: null,
    badge: null,
    active: true,
    can_publish: false,
    deleted_at: null,
    merged_into: null,
    version: 1,
    updated_at: at,
    ...fields,
    created_at: at,
    slug: slugs.get(line.id) ?? line.slug,
    commune_id: own,
    zone: [...new Set(zone.map(idOf))].filter(id => id !== own),
    image: image ? (attach.images([image])[0] ?? null) : null,
  }
}

const acteurTrace = (row: FiledActeurRow) => ({
  ...pick({ nom: 1, slug: 1, type: 1, commune_id: 1, valide: 1, badge: 1, active: 1, can_publish: 1 }, row),
  deleted: row.deleted_at !== null,
})

////////////////////////////////////////////////////////////////////////////// publications

async function addPublications(
  tx: Tx,
  { source, plan, staged, leftOut, now, by }: Applying,
  types: ReadonlyMap<string, string>,
): Promise<number> {
  let added = 0
  for await (const batch of batches(source, 'publications')) {
    const lines = batch.flatMap(({ line }) =>
      plan.publications.has(line.id) && !leftOut.has(line.id) ? [line] : [],
    )
    const attach = await attacher(
      tx,
      lines.flatMap(({ images = [], documents = [] }) => [...images, ...documents]),
    )
    const rows = lines.map(line => publicationRow(line, plan, types, attach, now))
    await insertFiled(tx, rows)
    await insertFiledActes(
      tx,
      rows.flatMap((row, at) => acteRow(lines[at], row, staged) ?? []),
    )
    added += rows.length
    const trail = new AuditTrail('publication.imported')
    for (const row of rows) trail.record({ id: row.id as string, after: publicationTrace(row) })
    await trail.save(tx, by)
  }
  return added
}

function acteRow(line: PublicationLine | undefined, row: FiledRow, staged: Staged): FiledActe | undefined {
  if (!line?.acte) return undefined
  const [document] = row.documents as readonly AttachedDocument[]
  const paper = document && staged.papers.get(document.id)
  if (!paper)
    throw new Refusal(`The PDF of the act ${line.id} is here without it: run the import again tomorrow.`)
  const { key: media_key, bytes } = document
  return {
    publication_id: line.id,
    commune_id: row.commune_id as string,
    ...line.acte,
    media_key,
    bytes,
    ...paper,
  }
}

function publicationRow(
  line: PublicationLine,
  { commune, communes }: Plan,
  types: ReadonlyMap<string, string>,
  attach: Attach,
  now: Date,
): FiledRow {
  const { type, acte: _acte, communes: others = [], images = [], documents = [], ...fields } = line
  const at = line.created_at ?? line.publie_le ?? now.toISOString()
  const row = {
    ...absentOf(WRITTEN),
    dates: [] as string[],
    ...absentOf(ANNOUNCED),
    acteur_id: null,
    publie_le: null,
    moderation_by: 'import' as const,
    moderation_reason: null,
    moderation_reason_code: null,
    epingle: false,
    en_avant: false,
    featured_until: null,
    moderated_at: null,
    version: 1,
    edited_at: at,
    updated_at: at,
    ...fields,
    created_at: at,
    type_id: types.get(type) ?? '',
    commune_id: commune.id,
    commune_ids: [...new Set([commune.id, ...others.map(code => communes.get(code) ?? '')])],
    images: orNull(attach.images(images)),
    documents: orNull(attach.documents(documents)),
  }
  return { ...row, ...duplicateKeyOf(row) }
}

const orNull = <T>(list: readonly T[]) => (list.length === 0 ? null : list)

function publicationTrace(row: FiledRow) {
  const content = row as unknown as Parameters<typeof auditedContent>[0] &
    Parameters<typeof auditedAnnounced>[0]
  return {
    ...auditedContent(content),
    ...auditedAnnounced(content),
    ...pick({ acteur_id: 1, epingle: 1, moderation_status: 1, publie_le: 1 }, row),
  }
}
