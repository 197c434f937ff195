import type { ReactNode } from 'react'
import { AREAS, type Area, ROLES } from '../../shared/words/access.ts'
import { Forbidden } from '../kit/error-pages.tsx'
import { isLimitedIn } from '../kit/limited.ts'
import { usePerson } from '../kit/person.ts'
import { labelOf } from '../kit/words/language.ts'
import { common } from '../kit/words/texts.ts'
import type { Screen } from './screen.ts'
import { t } from './texts.ts'

/** The screen, or a page that says why it is closed: the role that would open it, or the limit of the role. */
export function Allowed({
  screen: { area, or, everywhere } = {},
  children,
}: {
  readonly screen: Pick<Screen, 'area' | 'or' | 'everywhere'> | undefined
  readonly children: ReactNode
}) {
  const person = usePerson()
  const areas: readonly Area[] = person?.areas ?? []
  if (area === undefined) return children
  if (everywhere && isLimitedIn(person, area)) return <Forbidden next={t.forbiddenLimited} />
  if (areas.includes(area) || (or && areas.includes(or))) return children
  return <Forbidden next={common.forbiddenNext(labelOf(ROLES[AREAS[area].role]))} />
}
