import { useState } from 'react'
import { send } from '../api/send.ts'
import { text, tooShort, useAsking } from '../forms/asking.ts'
import { Needed, Wrong } from '../forms/form-state.tsx'
import { Button } from '../ui/button.tsx'
import { Check, PasswordField } from '../ui/field.tsx'
import { Done, Failure } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { common } from '../words/texts.ts'
import { useAccount } from './session.ts'
import { t } from './texts.ts'

export function Password() {
  const account = useAccount()
  const [changed, setChanged] = useState(0)
  const asking = useAsking(
    values => ({
      current: text(values, 'current') === '' ? t.missing : undefined,
      fresh: tooShort(String(values.get('fresh') ?? '')),
    }),
    async values => {
      await send('POST /auth/change-password', {
        body: {
          currentPassword: String(values.get('current')),
          newPassword: String(values.get('fresh')),
          revokeOtherSessions: values.has('others'),
        },
      })
      setChanged(changed + 1)
    },
  )
  // An account of an external provider has no address and no password here.
  if (account.data?.user.email === null)
    return (
      <Section title={common.password}>
        <p>{t.byProvider}</p>
      </Section>
    )
  return (
    <Section title={common.password}>
      <form key={changed} className="stack gap-14 to-440" onSubmit={asking.submit} noValidate>
        <Needed />
        <Done>{changed > 0 && !asking.failure && t.changed}</Done>
        {asking.failure && <Failure>{asking.failure}</Failure>}
        <PasswordField
          label={t.current}
          name="current"
          autoComplete="current-password"
          error={asking.errors.current}
        />
        <PasswordField
          label={common.newPassword}
          hint={t.freshHint}
          name="fresh"
          autoComplete="new-password"
          error={asking.errors.fresh}
        />
        <Check name="others" label={t.others} defaultChecked />
        <Wrong errors={asking.errors} />
        <Actions>
          <Button type="submit" off={asking.busy}>
            {t.change}
          </Button>
        </Actions>
      </form>
    </Section>
  )
}
