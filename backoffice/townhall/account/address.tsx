import { useState } from 'react'
import { useAccount } from '../../kit/account/session.ts'
import { send } from '../../kit/api/send.ts'
import { text, useAsking } from '../../kit/forms/asking.ts'
import { Needed, Wrong } from '../../kit/forms/form-state.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Field, PasswordField } from '../../kit/ui/field.tsx'
import { Done, Failure } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import css from './account.module.css'
import { t } from './texts.ts'

/** Changes the address: requested here, confirmed by the link that is mailed to it. */
export function Address({ email }: { readonly email: string | null }) {
  const account = useAccount()
  const [sent, setSent] = useState<string>()
  const asking = useAsking(
    values => ({
      newEmail: addressError(text(values, 'newEmail')),
      own: text(values, 'own') === '' ? t.address.passwordMissing : undefined,
    }),
    async values => {
      const newEmail = text(values, 'newEmail')
      await send('POST /auth/change-address', {
        body: { newEmail, password: String(values.get('own') ?? '') },
      })
      setSent(newEmail)
    },
  )
  if (email === null || account.data?.user.email === null)
    return (
      <Section title={t.address.title}>
        <p>{t.address.none}</p>
      </Section>
    )
  return (
    <Section title={t.address.title}>
      <p>{t.address.now(email)}</p>
      <form key={sent} className={`stack gap-14 ${css.narrow}`} onSubmit={asking.submit} noValidate>
        <Needed />
        <Done>{sent && !asking.failure && t.address.sent(sent)}</Done>
        {asking.failure && <Failure>{asking.failure}</Failure>}
        <Field
          label={t.address.fresh}
          hint={t.address.freshHint}
          name="newEmail"
          type="email"
          autoComplete="email"
          maxLength={254}
          error={asking.errors.newEmail}
        />
        <PasswordField
          label={t.address.password}
          name="own"
          autoComplete="current-password"
          error={asking.errors.own}
        />
        <Wrong errors={asking.errors} />
        <Actions>
          <Button type="submit" off={asking.busy}>
            {t.address.send}
          </Button>
        </Actions>
      </form>
    </Section>
  )
}

const addressError = (typed: string) =>
  typed === '' ? t.address.missing : /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(typed) ? undefined : t.address.wrong
