import type { OwnPublication } from '../../kit/api/contract.ts'

/** More are read than shown: after a meeting of the council a dozen acts are the newest. */
export const READ = 15
const SHOWN = 3

/** The newest ones, with one act at most where there is anything else. */
export function latestOf<P extends Pick<OwnPublication, 'acte'>>(rows: readonly P[]): readonly P[] {
  const first = rows.findIndex(({ acte }) => acte !== null)
  const few = rows.filter(({ acte }, at) => acte === null || at === first)
  const shown = new Set([...new Set([...few, ...rows])].slice(0, SHOWN))
  return rows.filter(row => shown.has(row))
}
