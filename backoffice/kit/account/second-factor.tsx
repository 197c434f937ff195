import { useState } from 'react'
import type { Reply } from '../api/send.ts'
import { send } from '../api/send.ts'
import { begin } from '../api/session.ts'
import { useActs } from '../forms/acts.tsx'
import { text, useAsking } from '../forms/asking.ts'
import { Button } from '../ui/button.tsx'
import { useCopy } from '../ui/copy.ts'
import { Acts, Dialog, DialogActs } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Actions, Section } from '../ui/section.tsx'
import css from './account.module.css'
import { AskPassword } from './ask-password.tsx'
import { QrCode } from './qr-code.tsx'
import { useAccount } from './session.ts'
import { t } from './texts.ts'

type Secret = Reply<'POST /auth/two-factor/enable'>

/** Enables the second factor: password, QR code, a first code, then the backup codes. */
export function SecondFactor() {
  const account = useAccount()
  const [asked, setAsked] = useState<'enable' | 'disable' | 'codes'>()
  const [secret, setSecret] = useState<Secret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { tell, outcome } = useActs()
  const isOn = account.data?.user.twoFactorEnabled ?? false
  if (account.data?.user.email === null) return null
  const close = () => setAsked(undefined)
  const withPassword = async (password: string) => {
    const body = { password }
    if (asked === 'enable') setSecret(await send('POST /auth/two-factor/enable', { body }))
    else if (asked === 'codes')
      setCodes((await send('POST /auth/two-factor/generate-backup-codes', { body })).backupCodes)
    else {
      await send('POST /auth/two-factor/disable', { body })
      await account.refetch()
      tell(t.factor.gone)
    }
    close()
  }
  const verified = async () => {
    // The reply carries a new session; the previous one has ended.
    await begin()
    setCodes(secret?.backupCodes)
    setSecret(undefined)
    await account.refetch()
    tell(t.factor.done)
  }
  return (
    <Section title={t.factor.title}>
      {outcome}
      <p>{isOn ? t.factor.on : t.factor.off}</p>
      <Actions>
        {isOn ? (
          <>
            <Button onClick={() => setAsked('codes')}>{t.factor.fresh}</Button>
            <Button look="bad" onClick={() => setAsked('disable')}>
              {t.factor.disable}
            </Button>
          </>
        ) : (
          <Button look="primary" onClick={() => setAsked('enable')}>
            {t.factor.enable}
          </Button>
        )}
      </Actions>
      {asked && (
        <AskPassword
          title={t.factor.confirm}
          keep={asked === 'disable' ? t.factor.keep : t.factor.cancel}
          now={asked === 'disable' ? t.factor.disable : t.factor.goOn}
          look={asked === 'disable' ? 'grave' : 'primary'}
          onClose={close}
          onPassword={withPassword}
        />
      )}
      {secret && <Scan secret={secret} onClose={() => setSecret(undefined)} onVerified={verified} />}
      {codes && <Keep codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  )
}

function Scan({
  secret,
  onClose,
  onVerified,
}: {
  readonly secret: Secret
  onClose(): void
  onVerified(): Promise<void>
}) {
  const asking = useAsking(
    values => ({ code: text(values, 'code') === '' ? t.factor.code : undefined }),
    async values => {
      const code = text(values, 'code').replaceAll(/\s/g, '')
      await send('POST /auth/two-factor/verify-totp', { body: { code } })
      await onVerified()
    },
  )
  const key = new URL(secret.totpURI).searchParams.get('secret') ?? ''
  const [code, setCode] = useState('')
  const submit = () => {
    const form = new FormData()
    form.set('code', code)
    asking.send(form)
  }
  return (
    <Dialog title={t.factor.title} about={t.factor.scan} onClose={onClose} onSubmit={submit}>
      <QrCode text={secret.totpURI} label={t.factor.qr} />
      <p>
        {t.factor.orType}{' '}
        <span className={`anywhere block ${css.key}`}>{key.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
      </p>
      <Field
        label={t.factor.code}
        hint={t.factor.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        autoFocus
        onChange={event => setCode(event.currentTarget.value)}
        error={asking.failure ?? asking.errors.code}
      />
      <DialogActs keep={t.factor.cancel} now={t.factor.verify} off={asking.busy} onClose={onClose} />
    </Dialog>
  )
}

function Keep({ codes, onClose }: { readonly codes: readonly string[]; onClose(): void }) {
  const { said, copy } = useCopy(codes.join('\n'), { copied: t.factor.copied, notCopied: t.factor.notCopied })
  return (
    <Dialog title={t.factor.codesTitle} about={t.factor.codes} onSubmit={onClose}>
      <ol className={`stack gap-6-16 round ${css.codes}`}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p role="status">{said}</p>
      <Acts>
        {copy && <Button onClick={copy}>{t.factor.copy}</Button>}
        <Button look="primary" type="submit">
          {t.factor.kept}
        </Button>
      </Acts>
    </Dialog>
  )
}
