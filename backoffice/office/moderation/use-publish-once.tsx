import { lazy, useRef, useState } from 'react'
import { findShown, type Outcomes, type Shown } from './alike.ts'
import type { Publication } from './rules.ts'

const PublishTwice = lazy(() => import('./twins.tsx').then(({ PublishTwice }) => ({ default: PublishTwice })))

/** Publishes a publication, and asks first where residents see a duplicate of it. */
export function usePublishOnce({
  outcomes,
  onPublish,
  onCompare,
}: {
  readonly outcomes: Outcomes
  onPublish(publication: Publication): void
  onCompare(publication: Publication): void
}) {
  const [asked, ask] = useState<{ readonly publication: Publication; readonly shown: Shown }>()
  const latest = useRef(outcomes)
  latest.current = outcomes
  /** The publication whose duplicates are being read: the key may be pressed again meanwhile. */
  const searched = useRef<string>(undefined)
  const close = () => ask(undefined)
  return {
    close,
    async publish(publication: Publication) {
      if (searched.current === publication.id) return
      searched.current = publication.id
      const shown = await findShown(publication, () => latest.current)
      searched.current = undefined
      if (shown) ask({ publication, shown })
      else onPublish(publication)
    },
    question: asked && (
      <PublishTwice
        {...asked}
        onClose={close}
        onCompare={() => {
          close()
          onCompare(asked.publication)
        }}
        onPublish={() => {
          close()
          onPublish(asked.publication)
        }}
      />
    ),
  }
}
