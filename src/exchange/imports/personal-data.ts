import type { PersonalData } from '../../kernel/records/personal-data.ts'

/** What operators call a source. What a source says is public, and comes again with its next reading. */
export const importData: PersonalData = {
  export: async () => ({}),
  erase: async () => ({}),
  naming: [{ table: 'import_sources', columns: { nom: 'text' } }],
}
