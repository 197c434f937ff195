import { ERRORS, type Language } from '../../kernel/errors.ts'
import type { LeftOut } from './chosen.ts'
import type { Left } from './shapes.ts'

/** One of many that was left as it is, and why. */
export const leftAside = ({ id, title, error }: LeftOut, language: Language): Left => ({
  id,
  title,
  error,
  message: ERRORS[error][language === 'fr' ? 1 : 2],
})
