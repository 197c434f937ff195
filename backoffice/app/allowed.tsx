import type { ReactNode } from 'react'
import type { Area } from '../kit/area.ts'
import { Instead } from '../kit/error-pages.tsx'
import { usePerson } from '../kit/person.ts'
import { t } from '../kit/texts.ts'
import { common } from '../kit/words/texts.ts'
import { ROLE_FOR } from './navigation.ts'

/** The screen, or a page that names the role which would open it. */
export function Allowed({
  area,
  children,
}: {
  readonly area: Area | undefined
  readonly children: ReactNode
}) {
  const areas: readonly Area[] = usePerson()?.areas ?? []
  if (area === undefined || areas.includes(area)) return children
  return (
    <Instead title={common.forbidden} next={common.forbiddenNext(t.role[ROLE_FOR[area]])}>
      <a href="/">{common.home}</a>
    </Instead>
  )
}
