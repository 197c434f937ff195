import { useState } from 'react'
import { useAsking } from '../forms/asking.ts'
import { Dialog, DialogActs } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/field.tsx'
import { t } from './texts.ts'

/** Asks for the password before a change of how one signs in. */
export function AskPassword({
  title,
  about,
  keep,
  now,
  look,
  onClose,
  onPassword,
}: {
  readonly title: string
  readonly about?: string
  readonly keep: string
  readonly now: string
  readonly look: 'primary' | 'grave'
  onClose(): void
  onPassword(password: string): Promise<void>
}) {
  const [password, setPassword] = useState('')
  const asking = useAsking(
    () => ({ password: password === '' ? t.missing : undefined }),
    () => onPassword(password),
  )
  return (
    <Dialog
      title={title}
      {...(about !== undefined && { about })}
      onClose={onClose}
      onSubmit={() => asking.send(new FormData())}
    >
      <PasswordField
        label={t.current}
        autoComplete="current-password"
        autoFocus
        value={password}
        error={asking.failure ?? asking.errors.password}
        onChange={event => setPassword(event.currentTarget.value)}
      />
      <DialogActs keep={keep} now={now} look={look} off={asking.busy} onClose={onClose} />
    </Dialog>
  )
}
