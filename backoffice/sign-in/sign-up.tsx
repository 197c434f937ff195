import { useState } from 'react'
import { send } from '../api/send.ts'
import { Button } from '../ui/button.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { Note } from '../ui/message.tsx'
import { common } from '../words/texts.ts'
import { emailError, password, text, useAsking } from './asking.ts'
import { tooShort } from './new-password.tsx'
import { PATHS } from './paths.ts'
import css from './sign-in.module.css'
import { Card } from './sign-in.tsx'
import { t } from './texts.ts'

export function SignUp() {
  const [sentTo, setSentTo] = useState<string>()
  const asking = useAsking(
    values => ({ email: emailError(values), password: tooShort(password(values)) }),
    async values => {
      const email = text(values, 'email')
      await send('POST /auth/sign-up/email', {
        body: {
          email,
          password: password(values),
          name: text(values, 'name'),
          // The confirmed come to the sign-in; those who were expected choose their password first.
          callbackURL: `${PATHS.signIn}?confirmee=1`,
        },
      })
      setSentTo(email)
    },
  )
  if (sentTo)
    return (
      <Card title={t.up.sentTitle}>
        <p role="status">{t.up.sent(sentTo)}</p>
        <a href={PATHS.signIn}>{t.back}</a>
      </Card>
    )
  return (
    <Card title={t.up.title} about={t.up.about}>
      <form onSubmit={asking.submit} noValidate>
        {asking.failure && (
          <div role="alert">
            <Note tone="bad">{asking.failure}</Note>
          </div>
        )}
        <Field
          label={t.up.name}
          hint={t.up.nameHint}
          name="name"
          autoComplete="name"
          maxLength={200}
          autoFocus
        />
        <Field
          label={common.email}
          name="email"
          type="email"
          autoComplete="username"
          error={asking.errors.email}
        />
        <PasswordField
          label={common.password}
          hint={t.fresh.about}
          name="password"
          autoComplete="new-password"
          error={asking.errors.password}
        />
        <Button look="primary" type="submit" wide off={asking.busy}>
          {t.up.submit}
        </Button>
        <a className={css.small} href={PATHS.signIn}>
          {t.back}
        </a>
      </form>
    </Card>
  )
}
