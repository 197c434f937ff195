import type { ReactNode } from 'react'
import { AREAS, type Area, ROLES } from '../../shared/words/access.ts'
import { Forbidden } from '../kit/error-pages.tsx'
import { usePerson } from '../kit/person.ts'
import { labelOf } from '../kit/words/language.ts'
import { common } from '../kit/words/texts.ts'

/** The screen, or a page that names the role which would open it. */
export function Allowed({
  area,
  or,
  children,
}: {
  readonly area: Area | undefined
  readonly or: Area | undefined
  readonly children: ReactNode
}) {
  const areas: readonly Area[] = usePerson()?.areas ?? []
  if (area === undefined || areas.includes(area) || (or && areas.includes(or))) return children
  return <Forbidden next={common.forbiddenNext(labelOf(ROLES[AREAS[area].role]))} />
}
