import { send } from '../../kit/api/send.ts'
import { begin } from '../../kit/api/session.ts'
import { emailError, password, text, useAsking } from '../../kit/forms/asking.ts'
import { Check, PasswordField } from '../../kit/ui/field.tsx'
import { common } from '../../kit/words/texts.ts'
import { EmailField, Form } from './form.tsx'
import { Resend } from './resend.tsx'
import { t } from './texts.ts'

/** Address and password; `onCode` when a second factor is asked for. */
export function PasswordForm({
  email,
  onCode,
  children,
}: {
  /** Set when a session has ended: only the password is asked for. */
  readonly email?: string
  readonly onCode: () => void
  readonly children?: React.ReactNode
}) {
  /** The address of a person who has just chosen a password: the sign-in page gets it in its query. */
  const known = new URLSearchParams(location.search).get('adresse') || undefined
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
    <Form
      asking={asking}
      submit={t.submit}
      remedy={asking.code === 'email_not_verified' && <Resend />}
      after={children}
    >
      {email ? (
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      ) : (
        <EmailField asking={asking} autoFocus={!known} address={known} />
      )}
      <PasswordField
        label={common.password}
        name="password"
        autoComplete="current-password"
        error={asking.errors.password}
        autoFocus={email !== undefined || known !== undefined}
      />
      {!email && (
        <div className="row middle apart gap-6-16">
          <Check name="remember" label={t.remember} defaultChecked />
        </div>
      )}
    </Form>
  )
}
