import { useEffect } from 'react'
import { send } from '../../kit/api/send.ts'
import { rememberAskedCommune } from '../../kit/asked-commune.ts'
import { emailError, password, text, tooShort, useAsking } from '../../kit/forms/asking.ts'
import { Field, PasswordField } from '../../kit/ui/field.tsx'
import { common } from '../../kit/words/texts.ts'
import { Card } from './card.tsx'
import { BackToSignIn, EmailField, Form, useMailed } from './form.tsx'
import { PATHS } from './paths.ts'
import { t } from './texts.ts'

/** After confirming, a person signs in. An invited person chooses their password first. */
const AFTER_THE_MAIL = `${PATHS.signIn}?confirmee=1`

export function SignUp() {
  useEffect(() => {
    rememberAskedCommune()
  }, [])
  const { ask, mailed } = useMailed((email, values) => {
    const name = text(values, 'name')
    const body = { email, password: password(values), name, callbackURL: AFTER_THE_MAIL }
    return send('POST /auth/sign-up/email', { body })
  })
  const asking = useAsking(
    values => ({ email: emailError(values), password: tooShort(password(values)) }),
    ask,
  )
  return (
    mailed(t.up.sentTitle, t.up.sent) ?? (
      <Card title={t.up.title} about={t.up.about}>
        <Form asking={asking} submit={t.up.submit} after={<BackToSignIn />}>
          <Field
            label={t.up.name}
            hint={t.up.nameHint}
            name="name"
            autoComplete="name"
            maxLength={200}
            optional
            autoFocus
          />
          <EmailField
            asking={asking}
            address={new URLSearchParams(location.search).get('adresse') ?? undefined}
          />
          <PasswordField
            label={common.password}
            hint={t.fresh.about}
            name="password"
            autoComplete="new-password"
            error={asking.errors.password}
          />
        </Form>
      </Card>
    )
  )
}
