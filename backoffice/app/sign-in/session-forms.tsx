import { lazy, Suspense, useState } from 'react'
import { hasPasskeys } from '../../kit/account/has-passkeys.ts'
import css from '../../kit/ui/dialog.module.css'
import { CodeForm, type Step } from './code-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { t } from './texts.ts'

const PasskeyEntry = lazy(() =>
  import('../../kit/account/passkey-entry.tsx').then(({ PasskeyEntry }) => ({ default: PasskeyEntry })),
)

/** Inside the dialog of a session that has ended. */
export function SessionForms({
  titleId,
  email,
}: {
  readonly titleId: string
  readonly email: string | null
}) {
  const [step, setStep] = useState<Step>('password')
  return (
    <div className={`stack gap-16 ${css.inside}`}>
      <h2 className={css.title} id={titleId}>
        {t.ended}
      </h2>
      <p className={`soft anywhere ${css.about}`}>{t.endedAbout}</p>
      {step === 'password' ? (
        <PasswordForm {...(email ? { email } : {})} onCode={() => setStep('code')}>
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
  )
}
