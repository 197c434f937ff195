import { send } from '../../kit/api/send.ts'
import { begin } from '../../kit/api/session.ts'
import { text, useAsking } from '../../kit/forms/asking.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Check, Field } from '../../kit/ui/field.tsx'
import { Form } from './form.tsx'
import { t } from './texts.ts'

/** The password, then a code of the authenticator app or a recovery code. */
export type Step = 'password' | 'code' | 'kept'

/** The second factor: six digits of the authenticator app, or a recovery code. */
export function CodeForm({
  step,
  onStep,
}: {
  readonly step: Exclude<Step, 'password'>
  readonly onStep: (next: Step) => void
}) {
  const kept = step === 'kept'
  const asking = useAsking(
    values => ({ code: text(values, 'code') === '' ? t.code.missing : undefined }),
    async values => {
      const code = kept ? text(values, 'code') : text(values, 'code').replaceAll(/\s/g, '')
      const body = { code, trustDevice: values.has('trust') }
      if (kept) await send('POST /auth/two-factor/verify-backup-code', { body })
      else await send('POST /auth/two-factor/verify-totp', { body })
      await begin()
    },
  )
  return (
    <Form
      key={step}
      asking={asking}
      submit={t.code.submit}
      after={
        <div className="row middle apart gap-6-16">
          <Button look="link" onClick={() => onStep(kept ? 'code' : 'kept')}>
            {kept ? t.code.app : t.code.kept}
          </Button>
          <Button look="link" onClick={() => onStep('password')}>
            {t.back}
          </Button>
        </div>
      }
    >
      <Field
        label={kept ? t.code.keptLabel : t.code.label}
        name="code"
        inputMode={kept ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={asking.errors.code}
        autoFocus
      />
      <Check name="trust" label={t.code.trust} />
    </Form>
  )
}
