import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { HELD_KINDS } from '../../../shared/words/personal-data.ts'
import type { Reply } from '../../kit/api/send.ts'
import { call, signOut } from '../../kit/api/session.ts'
import { save } from '../../kit/desk/download.tsx'
import { useActs } from '../../kit/forms/acts.tsx'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog, DialogActs } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { number } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { t } from './texts.ts'
import css from './users.module.css'

type Erasure = Reply<'POST /api/v1/admin/personal-data/erase'>['data']

/** Export and erasure of the data of an address, with or without an account. An erasure lists what it will remove before it does. */
export function PersonalData({
  email,
  about = t.dataAbout,
  onChanged,
}: {
  /** Absent once it is erased. */
  readonly email: string | undefined
  readonly about?: string
  readonly onChanged: () => Promise<unknown>
}) {
  const [looked, setLooked] = useState<Erasure>()
  const { act, outcome } = useActs(onChanged, { not_found: t.nothingHeld })
  const isOwn = usePerson()?.email === email
  if (!email) return outcome
  const download = async () => {
    const { data } = await call('POST /api/v1/admin/personal-data/export', { body: { email } })
    save(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'donnees.json')
  }
  const look = async () => {
    const { data } = await call('POST /api/v1/admin/personal-data/erase', { body: { email, really: false } })
    setLooked(data)
  }
  const erase = async () => {
    await call('POST /api/v1/admin/personal-data/erase', { body: { email, really: true } })
    if (!isOwn) return
    // The session is gone: nothing of this page could be read again.
    await signOut().catch(() => {})
    location.assign('/')
  }
  return (
    <Section title={t.data}>
      <p dir="auto">{about}</p>
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
          isOwn={isOwn}
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
  isOwn,
  looked,
  onClose,
  onErase,
}: {
  readonly email: string
  readonly isOwn: boolean
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
      {isOwn && <Note tone="wait">{t.erasing.own}</Note>}
      <p>{t.erasing.will}</p>
      <ul className={css.list}>
        {Object.entries(looked.erased).map(([kind, count]) => (
          <li key={kind}>
            {HELD_KINDS[kind] ? labelOf(HELD_KINDS[kind]) : kind} ({number(Number(count))})
          </li>
        ))}
      </ul>
      {looked.left_alone.length > 0 && (
        <>
          <p>{t.erasing.alone}</p>
          <ul className={css.list}>
            {looked.left_alone.map(({ acteur_id, nom }) => (
              <li key={acteur_id} dir="auto">
                <Link to="/acteurs/$id" params={{ id: acteur_id }} search={{ onglet: 'membres' }}>
                  {nom}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
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
      <DialogActs keep={t.erasing.cancel} now={t.erasing.submit} look="grave" onClose={onClose} />
    </Dialog>
  )
}
