import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { MailKind } from '../../kit/api/contract.ts'

export const TABS = ['types', 'reponses', 'refus', 'applications', 'sante', 'courriels', 'travaux'] as const
export type Tab = (typeof TABS)[number]
export const PER_PAGE = 20
export const MAIL_KINDS = [
  ...(['verify-email', 'reset-password', 'invitation', 'account-exists', 'password-changed'] as const),
  ...(['second-factor-changed', 'publication-rejected', 'report-outcome', 'publication-corrected'] as const),
  ...(['decision-withdrawn', 'claim-received', 'claim-made', 'claim-question', 'claim-closed'] as const),
  ...(['confirm-address', 'address-changed', 'account-closed'] as const),
  ...(['member-rights', 'member-removed', 'support-reply'] as const),
] as const satisfies readonly MailKind[]

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
    sorte: read.oneOf(MAIL_KINDS, 'sorte'),
  })
}
