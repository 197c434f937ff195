import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { hasPasskeys } from '../../kit/account/has-passkeys.ts'
import { useOptions } from '../../kit/account/options.ts'
import { type Reply, send } from '../../kit/api/send.ts'
import { onSession, sessionState } from '../../kit/api/session.ts'
import { hasSignedOut } from '../../kit/api/signed-out.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Failure, Note, sentenceOf } from '../../kit/ui/message.tsx'
import { Card } from './card.tsx'
import { CodeForm, type Step } from './code-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PATHS } from './paths.ts'
import css from './sign-in.module.css'
import { t } from './texts.ts'

const NewPassword = lazy(() =>
  import('./new-password.tsx').then(({ NewPassword }) => ({ default: NewPassword })),
)
const SignUp = lazy(() => import('./sign-up.tsx').then(({ SignUp }) => ({ default: SignUp })))

const PasskeyEntry = lazy(() =>
  import('../../kit/account/passkey-entry.tsx').then(({ PasskeyEntry }) => ({ default: PasskeyEntry })),
)

/** Shown at every address without a session. Addresses of mails show what the mail was about. */
export function SignIn() {
  const { pathname, search } = location
  // An invited person chooses a password before the first sign-in: the link of the invitation has a token.
  if (pathname === PATHS.newPassword || new URLSearchParams(search).has('token')) return <NewPassword />
  if (pathname === PATHS.signUp) return <SignUp />
  return <WithPassword />
}

const CODES = {
  code: { title: t.code.title, about: t.code.about },
  kept: { title: t.code.keptTitle, about: t.code.keptAbout },
} as const

function WithPassword() {
  const [step, setStep] = useState<Step>('password')
  const state = useSyncExternalStore(onSession, sessionState)
  const query = new URLSearchParams(location.search)
  // Until the service answers, neither sign-up nor providers are offered.
  const { data: options } = useOptions()
  useEffect(() => {
    if (state === 'signed-in' && location.pathname === PATHS.signIn) location.replace('/')
  }, [state])
  if (step !== 'password')
    return (
      <Card {...CODES[step]}>
        <CodeForm step={step} onStep={setStep} />
      </Card>
    )
  const notice = messageIn(query) ?? (hasSignedOut() ? { tone: 'ok', text: t.signedOut } : undefined)
  return (
    <Card title={t.title} about={t.about}>
      {notice && <Note tone={notice.tone}>{notice.text}</Note>}
      <PasswordForm onCode={() => setStep('code')}>
        <div className="row middle apart gap-6-16">
          <a href={PATHS.newPassword}>{t.forgotten}</a>
          {options?.signup === 'open' && <a href={PATHS.signUp}>{t.signUp}</a>}
        </div>
      </PasswordForm>
      {hasPasskeys() && (
        <Suspense>
          <PasskeyEntry />
        </Suspense>
      )}
      {options && options.providers.length > 0 && <Providers providers={options.providers} />}
      {/* A page of the service, not a screen. */}
      <a href="/place">{t.resident}</a>
    </Card>
  )
}

type Provider = Reply<'GET /auth/options'>['providers'][number]

/** One button for each outside provider. */
function Providers({ providers }: { readonly providers: readonly Provider[] }) {
  const [failure, setFailure] = useState<string>()
  const start = (provider: string) =>
    send('POST /auth/sign-in/social', {
      body: { provider, callbackURL: '/', errorCallbackURL: PATHS.signIn },
    }).then(
      ({ url }) => location.assign(url),
      error => setFailure(sentenceOf(error)),
    )
  return (
    <>
      <p className={`flex middle gap-12 soft second ${css.or}`}>{t.or}</p>
      {failure && <Failure>{failure}</Failure>}
      {providers.map(({ id, label }) => (
        <Button key={id} wide onClick={() => void start(id)}>
          {t.provider(label)}
        </Button>
      ))}
    </>
  )
}

/** Results that the link of a mail or an outside provider put into the address. */
function messageIn(
  query: URLSearchParams,
): { readonly tone: 'ok' | 'bad'; readonly text: string } | undefined {
  if (location.pathname !== PATHS.signIn) return undefined
  if (query.has('error'))
    return { tone: 'bad', text: query.has('confirmee') ? t.fresh.void : t.providerFailed }
  if (query.has('confirmee')) return { tone: 'ok', text: t.verified }
  if (query.has('nouveau')) return { tone: 'ok', text: t.fresh.done }
  return undefined
}
