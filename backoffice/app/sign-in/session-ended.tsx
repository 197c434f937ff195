import { lazy, Suspense, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { hasPasskeys } from '../../kit/account/has-passkeys.ts'
import { client, me } from '../../kit/api/queries.ts'
import { onSession, sessionState } from '../../kit/api/session.ts'
import css from '../../kit/ui/dialog.module.css'
import { CodeForm, type Step } from './code-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { t } from './texts.ts'

const PasskeyEntry = lazy(() =>
  import('../../kit/account/passkey-entry.tsx').then(({ PasskeyEntry }) => ({ default: PasskeyEntry })),
)

/** Asks for the password over the page, so that typed text stays. Pending requests continue afterwards. */
export function SessionEnded({
  person,
}: {
  readonly person: { readonly id: string; readonly email: string | null }
}) {
  const state = useSyncExternalStore(onSession, sessionState)
  const [step, setStep] = useState<Step>('password')
  const dialog = useRef<HTMLDialogElement>(null)
  const hadEnded = useRef(false)
  const id = useId()
  const isOver = state === 'signed-out'
  useEffect(() => {
    if (isOver) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOver])
  useEffect(() => {
    if (state === 'signed-out') hadEnded.current = true
    if (state !== 'signed-in' || !hadEnded.current) return
    hadEnded.current = false
    setStep('password')
    // Another person signed in: nothing of the first person may stay on the screen.
    void client
      .fetchQuery({ ...me(), staleTime: 0 })
      .then(({ data }) => data.id !== person.id && location.reload())
      .catch(() => {})
  }, [state, person.id])
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={id}
      onCancel={event => event.preventDefault()}
    >
      {isOver && (
        <div className={css.inside}>
          <h2 className={css.title} id={id}>
            {t.ended}
          </h2>
          <p className={css.about}>{t.endedAbout}</p>
          {step === 'password' ? (
            <PasswordForm {...(person.email ? { email: person.email } : {})} onCode={() => setStep('code')}>
              {hasPasskeys() && (
                <Suspense>
                  <PasskeyEntry />
                </Suspense>
              )}
              <a href="/connexion">{t.endedOther}</a>
            </PasswordForm>
          ) : (
            <CodeForm step={step} onStep={setStep} />
          )}
        </div>
      )}
    </dialog>
  )
}
