import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ActeurLookAlike } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { Actions } from '../../kit/ui/section.tsx'
import type { Written } from './fields.tsx'
import { t } from './texts.ts'

/** Existing acteurs that may be the one being created. */

/** The fields by which look-alikes are found. */
export const likeness = ({ nom, commune_id, siret, rna, email, telephone }: Written) => ({
  nom,
  siret,
  rna,
  email,
  telephone,
  ...(commune_id && { commune_id }),
})

/** Acteurs of one town share the domain of its mail. */
const isDoubtful = ({ reasons }: ActeurLookAlike) => reasons.some(reason => reason !== 'email_domain')

/** The look-alikes to ask about before the acteur is created, except those that were said to be others. */
export function useDoubt() {
  const [about, setAbout] = useState<readonly ActeurLookAlike[]>([])
  const apart = useRef(new Set<string>())
  return {
    about,
    async isThere(value: Written): Promise<boolean> {
      const alike = await call('GET /api/v1/admin/acteurs/look-alikes', { query: likeness(value) })
      const doubtful = alike.data.filter(one => isDoubtful(one) && !apart.current.has(one.id))
      setAbout(doubtful)
      return doubtful.length > 0
    },
    tellApart() {
      for (const { id } of about) apart.current.add(id)
    },
  }
}

/** Asks before a likely duplicate is created. It takes the focus: the list may be out of sight. */
export function Doubt({
  about,
  onApart,
  take,
}: {
  readonly about: readonly ActeurLookAlike[]
  onApart(): void
  /** Uses an existing one instead. */
  readonly take?: (one: ActeurLookAlike) => ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is asked
  useEffect(() => {
    place.current?.focus()
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [about])
  if (about.length === 0) return null
  return (
    <div ref={place} role="alert" tabIndex={-1}>
      <Note tone="wait" icon="twins">
        <Listed alike={about} />
        <Actions>
          {about.map(one => take?.(one))}
          <Button onClick={onApart}>{t.apart}</Button>
        </Actions>
      </Note>
    </div>
  )
}

export const Listed = ({ alike }: { readonly alike: readonly ActeurLookAlike[] }) => (
  <>
    <strong>{t.alike}</strong>
    <ul>
      {alike.map(one => (
        <li key={one.id}>
          <Link to="/acteurs/$id" params={{ id: one.id }} target="_blank" dir="auto">
            {one.nom}
          </Link>{' '}
          {[one.commune?.nom, one.deleted && t.deletedOne, ...one.reasons.map(reason => t.reason[reason])]
            .filter(Boolean)
            .join(', ')}
        </li>
      ))}
    </ul>
  </>
)
