import { readingAddress, withoutBlanks } from '../../kit/address.ts'

/** What the form starts from: a type, a draft, a copy, or a publication to edit. */
export interface WriteAddress {
  /** The slug of a type. */
  readonly type?: 'alerte' | undefined
  readonly brouillon?: string | undefined
  readonly publication?: string | undefined
  readonly copie?: string | undefined
}

export function writeAddress(search: Record<string, unknown>): WriteAddress {
  const read = readingAddress(search)
  return withoutBlanks<WriteAddress>({
    type: read.oneOf(['alerte'] as const, 'type'),
    brouillon: read.id('brouillon'),
    publication: read.id('publication'),
    copie: read.id('copie'),
  })
}
