import { useState } from 'react'
import { Refused } from '../api/refused.ts'
import { send } from '../api/send.ts'
import { Button } from '../ui/button.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { Note } from '../ui/message.tsx'
import { common } from '../words/texts.ts'
import { emailError, password, text, useAsking } from './asking.ts'
import { PATHS } from './paths.ts'
import css from './sign-in.module.css'
import { Card } from './sign-in.tsx'
import { t } from './texts.ts'

export const SHORTEST_PASSWORD = 12
export const tooShort = (typed: string): string | undefined =>
  [...typed].length < SHORTEST_PASSWORD ? t.fresh.short([...typed].length) : undefined

/** With the token of a mail: a new password. Without: the mail. */
export function NewPassword() {
  const query = new URLSearchParams(location.search)
  const [token, setToken] = useState(query.get('token'))
  if (token) return <Choose token={token} onVoid={() => setToken(null)} />
  return <AskForLink isVoid={query.has('error') || query.has('token')} />
}

function Choose({ token, onVoid }: { readonly token: string; readonly onVoid: () => void }) {
  const asking = useAsking(
    values => ({ password: tooShort(password(values)) }),
    async values => {
      try {
        await send('POST /auth/reset-password', { body: { token, newPassword: password(values) } })
      } catch (error) {
        if (error instanceof Refused && error.code === 'invalid_token') return onVoid()
        throw error
      }
      location.replace(`${PATHS.signIn}?nouveau=1`)
    },
  )
  return (
    <Card title={t.fresh.title} about={t.fresh.about}>
      <form onSubmit={asking.submit} noValidate>
        {asking.failure && (
          <div role="alert">
            <Note tone="bad">{asking.failure}</Note>
          </div>
        )}
        <PasswordField
          label={t.fresh.label}
          name="password"
          autoComplete="new-password"
          error={asking.errors.password}
          autoFocus
        />
        <Button look="primary" type="submit" wide off={asking.busy}>
          {t.fresh.submit}
        </Button>
      </form>
    </Card>
  )
}

function AskForLink({ isVoid }: { readonly isVoid: boolean }) {
  const [sentTo, setSentTo] = useState<string>()
  const asking = useAsking(
    values => ({ email: emailError(values) }),
    async values => {
      const email = text(values, 'email')
      await send('POST /auth/request-password-reset', { body: { email, redirectTo: PATHS.newPassword } })
      setSentTo(email)
    },
  )
  if (sentTo)
    return (
      <Card title={t.reset.sentTitle}>
        <p role="status">{t.reset.sent(sentTo)}</p>
        <a href={PATHS.signIn}>{t.back}</a>
      </Card>
    )
  return (
    <Card title={t.reset.title} about={t.reset.about}>
      {isVoid && <Note tone="bad">{t.fresh.void}</Note>}
      <form onSubmit={asking.submit} noValidate>
        {asking.failure && (
          <div role="alert">
            <Note tone="bad">{asking.failure}</Note>
          </div>
        )}
        <Field
          label={common.email}
          name="email"
          type="email"
          autoComplete="username"
          error={asking.errors.email}
          autoFocus
        />
        <Button look="primary" type="submit" wide off={asking.busy}>
          {t.reset.submit}
        </Button>
        <a className={css.small} href={PATHS.signIn}>
          {t.back}
        </a>
      </form>
    </Card>
  )
}
