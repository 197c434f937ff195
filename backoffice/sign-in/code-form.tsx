import { useState } from 'react'
import { send } from '../api/send.ts'
import { begin } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Check, Field } from '../ui/field.tsx'
import { Note } from '../ui/message.tsx'
import { text, useAsking } from './asking.ts'
import css from './sign-in.module.css'
import { t } from './texts.ts'

/** The second factor: six digits of the app, or one of the codes that were kept. */
export function CodeForm({ onBack }: { readonly onBack: () => void }) {
  const [kept, setKept] = useState(false)
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
    <form onSubmit={asking.submit} noValidate className={css.form} key={kept ? 'kept' : 'app'}>
      {asking.failure && (
        <div role="alert">
          <Note tone="bad">
            <p>{asking.failure}</p>
          </Note>
        </div>
      )}
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
      <Button look="primary" type="submit" wide off={asking.busy}>
        {t.code.submit}
      </Button>
      <div className={css.row}>
        <Button look="link" onClick={() => setKept(!kept)}>
          {kept ? t.code.app : t.code.kept}
        </Button>
        <Button look="link" onClick={onBack}>
          {t.back}
        </Button>
      </div>
    </form>
  )
}
