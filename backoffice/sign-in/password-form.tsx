import { send } from '../api/send.ts'
import { begin } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Check, Field, PasswordField } from '../ui/field.tsx'
import { Note } from '../ui/message.tsx'
import { common } from '../words/texts.ts'
import { emailError, password, text, useAsking } from './asking.ts'
import { Resend } from './resend.tsx'
import css from './sign-in.module.css'
import { t } from './texts.ts'

/** Address and password; `onCode` when a second factor is asked for. */
export function PasswordForm({
  email,
  onCode,
  children,
}: {
  /** Known already: the session has ended, and only the password is asked for. */
  readonly email?: string
  readonly onCode: () => void
  readonly children?: React.ReactNode
}) {
  const asking = useAsking(
    values => ({
      email: email ? undefined : emailError(values),
      password: password(values) === '' ? t.password.missing : undefined,
    }),
    async values => {
      const reply = await send('POST /auth/sign-in/email', {
        body: {
          email: email ?? text(values, 'email'),
          password: password(values),
          rememberMe: values.has('remember'),
        },
      })
      if (reply.twoFactorRedirect) onCode()
      else await begin()
    },
  )
  return (
    <form onSubmit={asking.submit} noValidate className={css.form}>
      {asking.failure && (
        <div role="alert">
          <Note tone="bad">
            <p>{asking.failure}</p>
            {asking.code === 'email_not_verified' && <Resend />}
          </Note>
        </div>
      )}
      {email ? (
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      ) : (
        <Field
          label={common.email}
          name="email"
          type="email"
          autoComplete="username"
          error={asking.errors.email}
          autoFocus
        />
      )}
      <PasswordField
        label={common.password}
        name="password"
        autoComplete="current-password"
        error={asking.errors.password}
        autoFocus={email !== undefined}
      />
      {!email && (
        <div className={css.row}>
          <Check name="remember" label={t.remember} defaultChecked />
        </div>
      )}
      <Button look="primary" type="submit" wide off={asking.busy}>
        {t.submit}
      </Button>
      {children}
    </form>
  )
}
