import { useMemo, useState } from 'react'
import type { OwnActeur } from '../../kit/api/contract.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Failure, Problem } from '../../kit/ui/message.tsx'
import { type Level, LevelChoice, rightsOf } from './rights.tsx'
import { t } from './texts.ts'

/** By their address: whoever has no account gets a mail that opens one. */
export function Invite({
  acteur,
  onClose,
  onDone,
}: {
  readonly acteur: OwnActeur
  onClose(): void
  onDone(name: string): Promise<void>
}) {
  const [email, setEmail] = useState('')
  const [nom, setNom] = useState('')
  const [level, setLevel] = useState<Level>('write')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** The same invitation, sent again after an answer that was lost, is one. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: another invitation has another key
  const once = useMemo(() => crypto.randomUUID(), [email, nom, level])
  const submit = async () => {
    const typed = email.trim()
    const wrong =
      typed === '' ? t.emailMissing : /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(typed) ? undefined : t.emailWrong
    setError(wrong)
    if (wrong || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { email: typed, nom: nom.trim() || null, ...rightsOf(level) }
      await call('POST /api/v1/me/acteurs/{id}/members', { params: { id: acteur.id }, body, once })
      await onDone(nom.trim() || typed)
    } catch (refused) {
      setFailure(refused)
      setBusy(false)
    }
  }
  return (
    <Dialog title={t.inviting} onClose={onClose} onSubmit={submit}>
      <Field
        label={t.email}
        hint={t.emailHint}
        type="email"
        autoComplete="off"
        maxLength={254}
        autoFocus
        value={email}
        error={error}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <Field
        label={t.nom}
        optional
        autoComplete="off"
        maxLength={200}
        value={nom}
        onChange={event => setNom(event.currentTarget.value)}
      />
      <LevelChoice value={level} atOnce={acteur.can_publish} onChange={setLevel} />
      {failure instanceof Refused && failure.code === 'conflict' ? (
        <Failure>{t.already}</Failure>
      ) : (
        failure !== undefined && <Problem error={failure} />
      )}
      <Acts>
        <Button onClick={onClose}>{t.notInvite}</Button>
        <Button look="primary" type="submit" off={busy}>
          {t.send}
        </Button>
      </Acts>
    </Dialog>
  )
}
