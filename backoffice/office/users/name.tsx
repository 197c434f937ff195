import { useState } from 'react'
import type { User } from '../../kit/api/contract.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Failure, sentenceOf } from '../../kit/ui/message.tsx'
import { useOneAtATime } from '../../kit/ui/one-at-a-time.ts'
import { Actions } from '../../kit/ui/section.tsx'
import { t } from './texts.ts'
import css from './users.module.css'

/** What colleagues read beside their decisions. Changed by two at once, the second one is asked. */
export function Name({
  user,
  onChanged,
}: {
  readonly user: User
  readonly onChanged: () => Promise<unknown>
}) {
  const [nom, setNom] = useState(user.nom ?? '')
  const [failure, setFailure] = useState<string>()
  const [theirs, setTheirs] = useState<User>()
  const save = useOneAtATime(async (version: number | undefined) => {
    setFailure(undefined)
    try {
      await call('PATCH /api/v1/admin/users/{userId}', {
        params: { userId: user.id },
        body: { nom: nom.trim() || null },
        version,
      })
      setTheirs(undefined)
      await onChanged()
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 412) return setFailure(sentenceOf(error))
      const now = await call('GET /api/v1/admin/users/{userId}', { params: { userId: user.id } })
      setTheirs(now.data)
    }
  })
  const keep = () => {
    setTheirs(undefined)
    void onChanged()
  }
  return (
    <>
      <form
        className={css.name}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save(user.version)
        }}
      >
        <Field
          label={t.name}
          hint={t.nameHint}
          maxLength={200}
          autoComplete="off"
          value={nom}
          onChange={event => setNom(event.currentTarget.value)}
        />
        <Actions>
          <Button type="submit" off={nom.trim() === (user.nom ?? '')}>
            {t.save}
          </Button>
        </Actions>
        {failure && <Failure>{failure}</Failure>}
      </form>
      {theirs && (
        <Dialog title={t.changedMeanwhile} onClose={keep} onSubmit={keep}>
          <p dir="auto">
            {t.changedMeanwhileNext(
              theirs.nom ?? t.nameless,
              theirs.status === 'suspended' ? t.suspended : t.active,
            )}
          </p>
          <Acts>
            <Button onClick={() => void save(undefined)}>{t.insist}</Button>
            <Button look="primary" type="submit" data-first="">
              {t.keepTheirs}
            </Button>
          </Acts>
        </Dialog>
      )}
    </>
  )
}
