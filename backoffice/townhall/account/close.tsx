import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../../kit/account/session.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { send } from '../../kit/api/send.ts'
import { signOut } from '../../kit/api/session.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { Check, FieldError, PasswordField } from '../../kit/ui/field.tsx'
import { Note, NotYet } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import css from './account.module.css'
import { t } from './texts.ts'

/** Closes the account for good; acteurs that lose their last owner are listed first. */
export function Close() {
  const [asking, setAsking] = useState(false)
  return (
    <Section title={t.close.title}>
      <p className="soft">{t.close.about}</p>
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
  const closing = { ...reading('GET /api/v1/me/closing', {}), staleTime: 0 }
  const left = useQuery(closing)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const account = useAccount()
  const [done, setDone] = useState(false)
  const alone = left.data?.data.left_alone ?? []
  const hasPassword = account.data?.user.email !== null
  const form = useRecord<undefined, { readonly password: string; readonly leaveAlone: boolean }>({
    key: undefined,
    record: undefined,
    typedOf: () => ({ password: '', leaveAlone: false }),
    labels: { password: t.close.password },
    check: ({ password, leaveAlone }) => ({
      ...(alone.length > 0 && !leaveAlone && { leaveAlone: t.close.leaveAloneMissing }),
      ...(hasPassword && password === '' && { password: t.close.passwordMissing }),
    }),
    async send({ password, leaveAlone }) {
      // The list may still be on its way. Meanwhile the person may have left the dialog to keep the account.
      const { left_alone } = (await client.fetchQuery(closing)).data
      const isUnseen = left_alone.some(({ acteur_id }) => alone.every(one => one.acteur_id !== acteur_id))
      if (isLeft.current || isUnseen || (left_alone.length > 0 && !leaveAlone)) return 'not sent'
      const body = { ...(hasPassword && { password }), ...(leaveAlone && { leaveAlone }) }
      await send('POST /auth/close-account', { body })
      setDone(true)
      await signOut().catch(() => {})
      location.assign('/')
    },
  })
  if (done)
    return (
      <Dialog title={t.close.done}>
        <Note tone="ok">{t.close.done}</Note>
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      title={t.close.sure}
      about={t.close.about}
      onClose={onClose}
      keep={t.close.not}
      now={t.close.now}
      look="grave"
    >
      <NotYet data={left.data} error={left.error} refetch={left.refetch} />
      {alone.length > 0 && (
        <Note tone="wait">
          <div className={`stack gap-8 start ${css.alone}`}>
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
              aria-invalid={form.errors.leaveAlone ? true : undefined}
              aria-describedby="not-alone"
              checked={form.value.leaveAlone}
              onChange={event => form.type({ leaveAlone: event.currentTarget.checked })}
            />
          </div>
        </Note>
      )}
      <FieldError id="not-alone">{form.errors.leaveAlone}</FieldError>
      {hasPassword && (
        <PasswordField {...form.field('password')} name="own" autoComplete="current-password" />
      )}
    </FormDialog>
  )
}
