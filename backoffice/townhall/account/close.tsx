import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../kit/account/session.ts'
import { reading } from '../../kit/api/queries.ts'
import { send } from '../../kit/api/send.ts'
import { signOut } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Check, PasswordField } from '../../kit/ui/field.tsx'
import { Failure, Note, NotYet, Problem } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import css from './account.module.css'
import { t } from './texts.ts'

/** The end of one’s account: what it leaves alone is said before, and nothing undoes it. */
export function Close() {
  const [asking, setAsking] = useState(false)
  return (
    <Section title={t.close.title}>
      <p className={css.soft}>{t.close.about}</p>
      <Actions>
        <Button look="bad" onClick={() => setAsking(true)}>
          {t.close.open}
        </Button>
      </Actions>
      {asking && <Ask onClose={() => setAsking(false)} />}
    </Section>
  )
}

function Ask({ onClose }: { onClose(): void }) {
  const left = useQuery({ ...reading('GET /api/v1/me/closing', {}), staleTime: 0 })
  const account = useAccount()
  const [password, setPassword] = useState('')
  const [leaveAlone, setLeaveAlone] = useState(false)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const alone = left.data?.data.left_alone ?? []
  const hasPassword = account.data?.user.email !== null
  const lacks = {
    password: hasPassword && password === '',
    handing: alone.length > 0 && !leaveAlone,
  }
  const submit = async () => {
    setTried(true)
    if (busy || !left.data || lacks.password || lacks.handing) return
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { ...(hasPassword && { password }), ...(leaveAlone && { leaveAlone }) }
      await send('POST /auth/close-account', { body })
      setDone(true)
      await signOut().catch(() => {})
      location.assign('/')
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  if (done)
    return (
      <Dialog title={t.close.done}>
        <Note tone="ok">{t.close.done}</Note>
      </Dialog>
    )
  return (
    <Dialog title={t.close.sure} about={t.close.about} onClose={onClose} onSubmit={submit}>
      <NotYet data={left.data} error={left.error} refetch={left.refetch} />
      {alone.length > 0 && (
        <Note tone="wait">
          <div className={css.alone}>
            {alone.map(({ acteur_id, nom }) => (
              <p key={acteur_id}>{t.close.alone(nom)}</p>
            ))}
            {alone.some(({ colleagues }) => colleagues > 0) && <p>{t.close.hand}</p>}
            {alone
              .filter(({ colleagues }) => colleagues > 0)
              .map(({ acteur_id, nom }) => (
                <Link key={acteur_id} to="/espace/equipe" search={{ pour: acteur_id }}>
                  {t.close.team(nom)}
                </Link>
              ))}
            <Check
              label={t.close.leaveAlone}
              hint={t.close.leaveAloneHint}
              checked={leaveAlone}
              onChange={event => setLeaveAlone(event.currentTarget.checked)}
            />
          </div>
        </Note>
      )}
      {tried && lacks.handing && <Failure>{t.close.leaveAloneMissing}</Failure>}
      {hasPassword && (
        <PasswordField
          label={t.close.password}
          name="own"
          autoComplete="current-password"
          value={password}
          error={tried && lacks.password ? t.close.passwordMissing : undefined}
          onChange={event => setPassword(event.currentTarget.value)}
        />
      )}
      {failure !== undefined && <Problem error={failure} />}
      <Acts>
        <Button onClick={onClose}>{t.close.not}</Button>
        <Button look="grave" type="submit" off={busy}>
          {t.close.now}
        </Button>
      </Acts>
    </Dialog>
  )
}
