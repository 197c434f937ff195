import { invalid } from '../../kernel/refusals/errors.ts'
import { isMatiere, type NewActe } from './shapes.ts'

/** The rules of acts: pure functions. The day of the commune is an argument. */

/** The type of publications that are acts: its slug, and its id in every installation. */
export const ACTE = 'acte'
export const ACTE_TYPE = '0198a000-0000-7000-8000-00000000ac7e'

export const at = (field: keyof NewActe) => `acte.${field}`

export function refuseUnfitActe({ nature, date, transmis_le, matiere }: NewActe, today: string): void {
  if (date > today) throw invalid(at('date'), 'est à venir', 'is to come')
  if (transmis_le !== undefined) refuseUnfitTransmission(at('transmis_le'), { date, transmis_le }, today)
  if (matiere !== undefined && !isMatiere(matiere))
    throw invalid(
      at('matiere'),
      'n’est pas un code de la nomenclature, comme 8.4',
      'is no code of the nomenclature, such as 8.4',
    )
  if (matiere === undefined && nature === 'deliberation')
    throw invalid(at('matiere'), 'est obligatoire pour une délibération', 'is required for a deliberation')
}

export function refuseUnfitTransmission(
  path: string,
  { date, transmis_le }: { readonly date: string; readonly transmis_le: string },
  today: string,
): void {
  if (transmis_le < date) throw invalid(path, 'précède la date de l’acte', 'comes before the date of the act')
  if (transmis_le > today) throw invalid(path, 'est à venir', 'is to come')
}

/** The act is one PDF, and takes effect when it appears. */
export function refuseUnfitPublication({
  documents = [],
  images = [],
  publie_le,
  type_id = ACTE_TYPE,
}: {
  readonly documents?: readonly object[]
  readonly images?: readonly object[]
  readonly publie_le?: string
  readonly type_id?: string
}): void {
  if (documents.length !== 1)
    throw invalid('documents', 'doit être le PDF de l’acte, un seul', 'must be the PDF of the act, one only')
  if (images.length > 0) throw invalid('images', 'ne vont pas avec un acte', 'do not go with an act')
  if (publie_le !== undefined)
    throw invalid(
      'publie_le',
      'ne va pas avec un acte : il paraît aussitôt',
      'does not go with an act: it appears at once',
    )
  if (type_id !== ACTE_TYPE) throw invalid('type_id', 'n’est pas celui des actes', 'is not that of acts')
}

/** Null where a register does not name who took the act. */
export const authorOf = ({
  signataire,
  qualite,
}: {
  readonly signataire: string | null
  readonly qualite: string | null
}): string | null => [signataire, qualite].filter(Boolean).join(', ') || null

export const finalActe = () =>
  invalid(
    'title',
    'ne change plus : un acte publié est définitif, publiez un acte qui le corrige',
    'is final: an act that was published does not change, publish one that corrects it',
  )
export const actesByTownHalls = () =>
  invalid(
    'type_id',
    'est celui des actes : une mairie les publie avec « acte », et un PDF',
    'is that of acts: a town hall publishes them with `acte`, and a PDF',
  )
