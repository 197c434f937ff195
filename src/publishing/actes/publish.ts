import { hash } from 'node:crypto'
import type { Database } from '../../kernel/db/database.ts'
import { sql, type Tx, where } from '../../kernel/db/db.ts'
import { readWithin } from '../../kernel/files/read-within.ts'
import { found, invalid } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { localDay } from '../../kernel/values/local-time.ts'
import { DOCUMENT_NAME } from '../../media/keys.ts'
import { hasText } from '../../media/pdf-text.ts'
import { LONGEST_FILE } from '../../media/store.ts'
import { storeOf } from '../../media/which-store.ts'
import { isOpenPlace } from '../../territory/communes/places/queries.ts'
import { at, refuseUnfitActe, refuseUnfitPublication, refuseUnfitTransmission } from './rules.ts'
import type { NewActe } from './shapes.ts'

/** Publishing an act: its document is read as residents will get it, before the transaction. */

interface DocumentRead {
  readonly key: string
  readonly sha256: string
  readonly bytes: number
  readonly avecTexte: boolean
}
export interface PreparedActe extends DocumentRead {
  readonly acte: NewActe
}

interface Asked {
  readonly acte?: NewActe
  readonly documents?: readonly { readonly id: string }[]
  readonly images?: readonly object[]
  readonly publie_le?: string
  readonly type_id?: string
}

const FILE_MS = 20_000
/** At one moment the easternmost communes have the latest day: that one counts. */
const LATEST_ZONE = 'Pacific/Wallis'

/** Undefined where the publication is no act. The upload is checked again in the transaction, where it is attached. */
export async function prepareActe(
  { db, config, now }: { readonly db: Database; readonly config: Config; readonly now: Date },
  acteurId: string,
  asked: Asked,
): Promise<PreparedActe | undefined> {
  const { acte, documents: [document] = [] } = asked
  if (acte === undefined) return undefined
  refuseUnfitPublication(asked)
  refuseUnfitActe(acte, localDay(now, LATEST_ZONE))
  const upload = await db.pool.one<{ key: string }>(sql`
    select u.media_key as key from uploads u join media m on m.key = u.media_key and m.kind = 'document'
    where u.id = ${document?.id ?? null} and u.acteur_id = ${acteurId}`)
  if (!upload) throw noDocument()
  const read = await readDocument(config, upload.key)
  if (!read.avecTexte && acte.sans_texte !== true)
    throw invalid(
      at('sans_texte'),
      'manque : ce PDF n’a que des images ou est protégé, et personne ne peut y chercher, le copier ni l’écouter',
      'is missing: this PDF has only pictures or is protected, and nobody can search it, copy it or have it read aloud',
    )
  return { acte, ...read }
}

const noDocument = () =>
  invalid('documents.0.id', 'n’est aucun document de cet acteur', 'is no document of this acteur')

async function readDocument(config: Config, key: string): Promise<DocumentRead> {
  const stream = await storeOf(config).read(key, DOCUMENT_NAME)
  if (!stream) throw noDocument()
  const pdf = await readWithin(stream, { most: LONGEST_FILE, ms: FILE_MS })
  return { key, sha256: hash('sha256', pdf), bytes: pdf.length, avecTexte: await hasText(pdf) }
}

/** Its trigger writes the moment of publication to the trail. */
export async function insertActe(
  tx: Tx,
  publication: { readonly id: string; readonly acteur_id: string; readonly commune_id: string },
  { acte, key, sha256, bytes, avecTexte }: PreparedActe,
): Promise<void> {
  const { corrige = null } = acte
  if (corrige !== null && !(await isOwnActe(tx, corrige, publication.acteur_id)))
    throw invalid(at('corrige'), 'n’est aucun acte de cette mairie', 'is no act of this town hall')
  const isOpen = isOpenPlace(sql`${publication.commune_id}::uuid`)
  if (!(await tx.one(sql`select ${where([isOpen])}`)))
    throw invalid(
      'acte',
      'ne paraîtrait pas : les pages de la commune sont fermées',
      'would not appear: the pages of the commune are closed',
    )
  await tx.run(sql`
    insert into actes (publication_id, commune_id, nature, numero, pris_le, signataire, qualite, matiere, transmis_le,
      corrige, media_key, sha256, bytes, avec_texte)
    values (${publication.id}, ${publication.commune_id}, ${acte.nature}, ${acte.numero}, ${acte.date}, ${acte.signataire},
      ${acte.qualite}, ${acte.matiere ?? null}, ${acte.transmis_le ?? null}, ${corrige}, ${key}, ${sha256}, ${bytes},
      ${avecTexte})`)
}

/** The day on which it was sent to the State, where it was not known yet. */
export async function transmitActe(tx: Tx, id: string, transmis_le: string, now: Date): Promise<void> {
  const acte = found(
    await tx.one<{ date: string; transmis_le: string | null }>(sql`
      select pris_le as date, transmis_le from actes where publication_id = ${id} for no key update`),
  )
  if (acte.transmis_le !== null)
    throw invalid(
      'transmis_le',
      'est déjà indiqué, et ne change plus',
      'is known already, and does not change any more',
    )
  refuseUnfitTransmission('transmis_le', { ...acte, transmis_le }, localDay(now, LATEST_ZONE))
  await tx.run(sql`update actes set transmis_le = ${transmis_le} where publication_id = ${id}`)
}

const isOwnActe = async (tx: Tx, id: string, acteurId: string): Promise<boolean> =>
  (await tx.one(sql`
    select from actes a join publications p on p.id = a.publication_id
    where a.publication_id = ${id} and p.acteur_id = ${acteurId}`)) !== undefined
