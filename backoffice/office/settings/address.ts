import { readingAddress, withoutBlanks } from '../../kit/address.ts'

/** The parts of the settings, by who needs them together. */
export const GROUPS = {
  publish: ['types', 'mots', 'refus', 'reponses'],
  team: ['equipe'],
  technical: ['applications', 'cles', 'envois'],
} as const
export const TABS = [...GROUPS.publish, ...GROUPS.team, ...GROUPS.technical] as const
export type SettingsTab = (typeof TABS)[number]

/** Stood among the settings: mails that were sent lead there. */
const HEALTH = ['sante', 'courriels', 'travaux'] as const

export function settingsAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({ onglet: read.oneOf([...TABS, ...HEALTH], 'onglet'), page: read.page() })
}

/** The address of the health screen, if the settings are asked for what is there. */
export function healthInstead({ onglet, page }: ReturnType<typeof settingsAddress>) {
  const tab = HEALTH.find(one => one === onglet)
  return tab && withoutBlanks({ onglet: tab === 'sante' ? undefined : tab, page })
}

export function healthAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({
    onglet: read.oneOf(HEALTH, 'onglet'),
    page: read.page(),
    // One of `MAIL_KINDS`: addresses are loaded with the first screen, those words are not.
    sorte: read.text('sorte'),
  })
}
export type HealthAddress = ReturnType<typeof healthAddress>
