import { namesOf } from '../../../shared/fields/field.ts'
import { MAIL_KINDS, type MailKind } from '../../../shared/words/mail.ts'
import { readingAddress, withoutBlanks } from '../../kit/address.ts'

export const TABS = ['types', 'reponses', 'refus', 'applications', 'sante', 'courriels', 'travaux'] as const
export type Tab = (typeof TABS)[number]
export const PER_PAGE = 20

/** The address is the view. */
export interface SettingsAddress {
  readonly onglet?: Tab | undefined
  readonly page?: number | undefined
  /** Of the mails that did not leave: those of one kind. */
  readonly sorte?: MailKind | undefined
}

export function settingsAddress(search: Record<string, unknown>): SettingsAddress {
  const read = readingAddress(search)
  return withoutBlanks<SettingsAddress>({
    onglet: read.oneOf(TABS, 'onglet'),
    page: read.page(),
    sorte: read.oneOf(namesOf(MAIL_KINDS), 'sorte'),
  })
}
