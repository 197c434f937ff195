import type { Config } from '../../kernel/settings/config.ts'
import { misspeltInWords } from '../../kernel/settings/misspelt.ts'
import { explain } from './explanations.ts'
import { type Finding, note } from './finding.ts'

export function settings({ misspelt }: Pick<Config, 'misspelt'>): Finding[] {
  if (misspelt.length === 0) return []
  const names = misspelt.map(({ given, meant }) => `${given} (${meant})`).join(', ')
  return [note('settings', misspelt.map(misspeltInWords).join(' '), explain('misspelt', { names }))]
}
