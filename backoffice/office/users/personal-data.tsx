import { useState } from 'react'
import { HELD_KINDS } from '../../../shared/words/personal-data.ts'
import type { User } from '../../kit/api/contract.ts'
import type { Reply } from '../../kit/api/send.ts'
import { call } from '../../kit/api/session.ts'
import { save } from '../../kit/desk/download.tsx'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { number } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { t } from './texts.ts'
import css from './users.module.css'

type Erasure = Reply<'POST /api/v1/admin/personal-data/erase'>['data']

/** Export and erasure of personal data. An erasure lists what it will remove before it does. */
export function PersonalData({
  user,
  onChanged,
}: {
  readonly user: User
  readonly onChanged: () => Promise<unknown>
}) {
  const email = user.email ?? user.invited?.email
  const [looked, setLooked] = useState<Erasure>()
  const { act, outcome } = useActs(onChanged)
  if (!email) return null
  const download = async () => {
    const { data } = await call('POST /api/v1/admin/personal-data/export', { body: { email } })
    save(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'donnees.json')
  }
  const look = async () => {
    const { data } = await call('POST /api/v1/admin/personal-data/erase', { body: { email, really: false } })
    setLooked(data)
  }
  const erase = () => call('POST /api/v1/admin/personal-data/erase', { body: { email, really: true } })
  return (
    <Section title={t.data}>
      <p>{t.dataAbout}</p>
      <Actions>
        <Button icon="down_to" onClick={() => act(download)}>
          {t.export}
        </Button>
        <Button look="bad" onClick={() => act(look)}>
          {t.erase}
        </Button>
      </Actions>
      {outcome}
      {looked && (
        <Erasing
          email={email}
          looked={looked}
          onClose={() => setLooked(undefined)}
          onErase={() => {
            setLooked(undefined)
            void act(erase, t.erased)
          }}
        />
      )}
    </Section>
  )
}

function Erasing({
  email,
  looked,
  onClose,
  onErase,
}: {
  readonly email: string
  readonly looked: Erasure
  readonly onClose: () => void
  readonly onErase: () => void
}) {
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const isSame = typed.trim().toLowerCase() === email.toLowerCase()
  return (
    <Dialog
      title={t.erasing.title}
      about={t.erasing.about}
      onClose={onClose}
      onSubmit={() => (isSame ? onErase() : setTried(true))}
    >
      <p>{t.erasing.will}</p>
      <ul className={css.list}>
        {Object.entries(looked.erased).map(([kind, count]) => (
          <li key={kind}>
            {HELD_KINDS[kind] ? labelOf(HELD_KINDS[kind]) : kind} ({number(Number(count))})
          </li>
        ))}
      </ul>
      {looked.still_named.length > 0 && (
        <>
          <p>{t.erasing.named}</p>
          <ul className={css.list}>
            {looked.still_named.map(({ id, title }) => (
              <li key={id} dir="auto">
                {title}
              </li>
            ))}
          </ul>
        </>
      )}
      <Field
        label={`${t.erasing.confirm} (${email})`}
        autoComplete="off"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        error={tried && !isSame ? t.erasing.mismatch : undefined}
      />
      <Acts>
        <Button onClick={onClose}>{t.erasing.cancel}</Button>
        <Button look="grave" type="submit">
          {t.erasing.submit}
        </Button>
      </Acts>
    </Dialog>
  )
}
