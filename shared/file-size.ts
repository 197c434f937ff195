import type { Label } from './words/word.ts'

/** 240 ko, 1,8 Mo, 15 Mo, 1 Go: three digits at most. Powers of 1024, as the limits are. */
export function fileSize(language: keyof Label, bytes: number): string {
  const units = language === 'fr' ? ['ko', 'Mo', 'Go', 'To'] : ['kB', 'MB', 'GB', 'TB']
  let [size, at] = [bytes / 1024, 0]
  while (size >= 999.5 && at < units.length - 1) [size, at] = [size / 1024, at + 1]
  const digits = at > 0 && size < 99.5 ? 1 : 0
  const rounded = bytes > 0 && size < 1 && at === 0 ? 1 : Number(size.toFixed(digits))
  const figure = language === 'fr' ? String(rounded).replace('.', ',') : String(rounded)
  return `${figure}\u00a0${units[at]}`
}
