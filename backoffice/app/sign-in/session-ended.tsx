import { lazy, Suspense, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { client, me } from '../../kit/api/queries.ts'
import { onSession, sessionState } from '../../kit/api/session.ts'
import css from '../../kit/ui/dialog.module.css'

const load = () => import('./session-forms.tsx').then(({ SessionForms }) => ({ default: SessionForms }))
const SessionForms = lazy(load)
/** Not with the first screen, and long before a session ends. */
const LOADED_AFTER_MS = 60_000

/** Asks for the password over the page, so that typed text stays. Pending requests continue afterwards. */
export function SessionEnded({
  person,
}: {
  readonly person: { readonly id: string; readonly email: string | null }
}) {
  const state = useSyncExternalStore(onSession, sessionState)
  const dialog = useRef<HTMLDialogElement>(null)
  const hadEnded = useRef(false)
  const id = useId()
  const isOver = state === 'signed-out'
  useEffect(() => {
    const later = setTimeout(() => void load().catch(() => {}), LOADED_AFTER_MS)
    return () => clearTimeout(later)
  }, [])
  useEffect(() => {
    if (isOver) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOver])
  useEffect(() => {
    if (state === 'signed-out') hadEnded.current = true
    if (state !== 'signed-in' || !hadEnded.current) return
    hadEnded.current = false
    // Another person signed in: nothing of the first person may stay on the screen.
    void client
      .fetchQuery({ ...me(), staleTime: 0 })
      .then(({ data }) => data.id !== person.id && location.reload())
      .catch(() => {})
  }, [state, person.id])
  return (
    <dialog
      ref={dialog}
      className={`card ${css.dialog}`}
      aria-labelledby={id}
      onCancel={event => event.preventDefault()}
    >
      {isOver && (
        <Suspense>
          <SessionForms titleId={id} email={person.email} />
        </Suspense>
      )}
    </dialog>
  )
}
