import { namesOf } from '../../../shared/fields/field.ts'
import { MAIL_KINDS } from '../../../shared/words/mail.ts'
import { readingAddress, withoutBlanks } from '../../kit/address.ts'

export function settingsAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({
    onglet: read.oneOf(
      ['equipe', 'types', 'reponses', 'refus', 'mots', 'applications', 'sante', 'courriels', 'travaux'],
      'onglet',
    ),
    page: read.page(),
    sorte: read.oneOf(namesOf(MAIL_KINDS), 'sorte'),
  })
}
export type SettingsAddress = ReturnType<typeof settingsAddress>
