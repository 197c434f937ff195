import { normalized } from './unicode.ts'

/** `L'Haÿ-les-Roses` → `l-hay-les-roses`; `Œuilly` → `oeuilly`. */
export const slugOf = (name: string): string =>
  normalized(name, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)
    .replace(/-+$/, '')
