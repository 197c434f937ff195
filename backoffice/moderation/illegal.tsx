import { type ReactNode, useState } from 'react'
import { call } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { TextArea } from '../ui/field.tsx'
import { Problem } from '../ui/message.tsx'
import { t } from './illegal-texts.ts'
import css from './picture.module.css'

/** One picture or document with its way out; once removed, a sentence in its place. */
export function Removable({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  const [asking, setAsking] = useState(false)
  const [removed, setRemoved] = useState<string>()
  if (removed === address)
    return (
      <p className={css.none} role="status">
        {t.gone}
      </p>
    )
  return (
    <>
      {children}
      <p className={css.remove}>
        <Button look="link" onClick={() => setAsking(true)}>
          {t.remove}
        </Button>
      </p>
      {asking && (
        <Illegal
          about={t.about}
          onClose={() => setAsking(false)}
          onRemove={async reason => {
            await call('POST /api/v1/admin/media/forget', { body: { address, reason } })
            setAsking(false)
            setRemoved(address)
          }}
        />
      )}
    </>
  )
}

/** Why, and that it is for good. What is refused is said here: the reason stays. */
export function Illegal({
  about,
  onClose,
  onRemove,
}: {
  readonly about: string
  onClose(): void
  onRemove(reason: string): unknown
}) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const submit = async () => {
    setTried(true)
    setFailure(undefined)
    if (reason.trim() === '') return
    try {
      await onRemove(reason.trim())
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Dialog title={t.title} about={about} onClose={onClose} onSubmit={submit}>
      <TextArea
        label={t.why}
        hint={t.whyHint}
        value={reason}
        rows={3}
        maxLength={500}
        autoFocus
        error={tried && reason.trim() === '' ? t.missing : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {failure !== undefined && <Problem error={failure} />}
      <Acts>
        <Button onClick={onClose}>{t.keep}</Button>
        <Button look="bad" type="submit">
          {t.now}
        </Button>
      </Acts>
    </Dialog>
  )
}
