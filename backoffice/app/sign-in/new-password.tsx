import { useEffect, useState } from 'react'
import { Refused } from '../../kit/api/refused.ts'
import { send } from '../../kit/api/send.ts'
import { signOut } from '../../kit/api/session.ts'
import { emailError, password, tooShort, useAsking } from '../../kit/forms/asking.ts'
import { PasswordField } from '../../kit/ui/field.tsx'
import { common } from '../../kit/words/texts.ts'
import { Card } from './card.tsx'
import { BackToSignIn, EmailField, Form, useMailed } from './form.tsx'
import { PATHS } from './paths.ts'
import { t } from './texts.ts'

/** With the token of a mail: sets a new password. Without: asks for that mail. */
export function NewPassword() {
  const query = new URLSearchParams(location.search)
  const [token, setToken] = useState(query.get('token'))
  const [withdrawn, setWithdrawn] = useState(query.get('error') === 'INVITATION_WITHDRAWN')
  if (withdrawn)
    return (
      <Card title={t.withdrawn.title} about={t.withdrawn.about}>
        <BackToSignIn />
      </Card>
    )
  if (token)
    return <Choose token={token} onVoid={() => setToken(null)} onWithdrawn={() => setWithdrawn(true)} />
  return <AskForLink isVoid={query.has('error') || query.has('token')} />
}

function Choose({
  token,
  onVoid,
  onWithdrawn,
}: {
  readonly token: string
  readonly onVoid: () => void
  readonly onWithdrawn: () => void
}) {
  const [email, setEmail] = useState('')
  const tell = (error: unknown) => {
    if (error instanceof Refused && error.code === 'invalid_token') return onVoid()
    if (error instanceof Refused && error.code === 'invitation_withdrawn') return onWithdrawn()
    throw error
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a token is opened once.
  useEffect(() => {
    send('GET /auth/reset-password/{token}', { params: { token } })
      .then(opened => setEmail(opened.email), tell)
      // Without an answer the form says by itself what is wrong.
      .catch(() => {})
  }, [token])
  const asking = useAsking(
    values => ({ password: tooShort(password(values)) }),
    async values => {
      try {
        await send('POST /auth/reset-password', { body: { token, newPassword: password(values) } })
      } catch (error) {
        return tell(error)
      }
      // Ends the session of a colleague in this browser: the person who chose a password signs in themselves.
      await signOut().catch(() => {})
      location.replace(`${PATHS.signIn}?nouveau=1&adresse=${encodeURIComponent(email)}`)
    },
  )
  return (
    <Card title={t.fresh.title} about={t.fresh.about}>
      <Form asking={asking} submit={t.fresh.submit}>
        {email && (
          <>
            <p>{t.fresh.of(email)}</p>
            <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          </>
        )}
        <PasswordField
          label={common.newPassword}
          name="password"
          autoComplete="new-password"
          error={asking.errors.password}
          autoFocus
        />
      </Form>
    </Card>
  )
}

function AskForLink({ isVoid }: { readonly isVoid: boolean }) {
  const { ask, mailed } = useMailed(email =>
    send('POST /auth/request-password-reset', { body: { email, redirectTo: PATHS.newPassword } }),
  )
  const asking = useAsking(values => ({ email: emailError(values) }), ask)
  return (
    mailed(t.reset.sentTitle, t.reset.sent) ?? (
      <Card title={isVoid ? t.fresh.voidTitle : t.reset.title} about={isVoid ? t.fresh.void : t.reset.about}>
        <Form asking={asking} submit={isVoid ? t.fresh.again : t.reset.submit} after={<BackToSignIn />}>
          <EmailField asking={asking} autoFocus />
        </Form>
      </Card>
    )
  )
}
