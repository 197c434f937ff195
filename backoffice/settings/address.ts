import { readingAddress, withoutBlanks } from '../shell/address.ts'

export const TABS = ['types', 'reponses', 'refus'] as const
export type Tab = (typeof TABS)[number]

/** The address is the view. */
export interface SettingsAddress {
  readonly onglet?: Tab | undefined
}

export const settingsAddress = (search: Record<string, unknown>): SettingsAddress =>
  withoutBlanks<SettingsAddress>({ onglet: readingAddress(search).oneOf(TABS, 'onglet') })
