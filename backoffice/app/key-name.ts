import { t } from './texts.ts'

const NAMES: Readonly<Record<string, string>> = { Delete: t.keys.delete, Escape: t.keys.escape }

/** As printed on French and on other keyboards. */
export const keyName = (key: string): string => NAMES[key] ?? key
