import { readingAddress, withoutBlanks } from '../../kit/address.ts'

export function settingsAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({
    onglet: read.oneOf(
      [
        'equipe',
        'types',
        'reponses',
        'refus',
        'mots',
        'applications',
        'cles',
        'envois',
        'sante',
        'courriels',
        'travaux',
      ],
      'onglet',
    ),
    page: read.page(),
    // One of `MAIL_KINDS`: addresses are loaded with the first screen, those words are not.
    sorte: read.text('sorte'),
  })
}
export type SettingsAddress = ReturnType<typeof settingsAddress>
