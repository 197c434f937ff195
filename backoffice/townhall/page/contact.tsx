import { useRef, useState } from 'react'
import type { OwnActeur } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field, TextArea } from '../../kit/ui/field.tsx'
import { stillTyped } from '../../kit/ui/kept.tsx'
import { Note, Problem } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import css from './fiche.module.css'
import { ownActeur } from './own-acteur.ts'
import { Photo } from './photo.tsx'
import { Seen } from './seen.tsx'
import { t } from './texts.ts'
import {
  changed,
  changesIn,
  type FieldName,
  keepUnsaved,
  linkOf,
  unsaved,
  type Written,
  writtenOf,
} from './written.ts'

/** The form, and beside it what comes of it. What is typed outlives the page. */
export function Contact({ acteur, town }: { readonly acteur: OwnActeur; readonly town: string | undefined }) {
  const [base, setBase] = useState(acteur)
  const saved = writtenOf(base)
  const [kept] = useState(() => unsaved(acteur.id))
  const [value, setValue] = useState<Written>({ ...saved, ...kept })
  const [isKept, setKept] = useState(Object.keys(kept).length > 0)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [theirs, setTheirs] = useState<OwnActeur>()
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({})
  const mine = changed(value, saved)
  const latest = useRef(value)
  const become = (next: Written, over = base) => {
    latest.current = next
    setValue(next)
    keepUnsaved(acteur.id, next, writtenOf(over))
  }
  const write = (field: FieldName) => (event: { currentTarget: { value: string } }) => {
    setDone(false)
    become({ ...value, [field]: event.currentTarget.value })
  }
  const settle = (now: OwnActeur, sent = latest.current) => {
    setBase(now)
    become(stillTyped(latest.current, sent, writtenOf(now)), now)
    setKept(false)
    client.setQueryData(ownActeur(acteur.id).queryKey, { data: now })
    void client.invalidateQueries({
      predicate: ({ queryKey: [route] }) => String(route).includes('/mairie/'),
    })
  }
  const save = async (version: number) => {
    const wrong = faultsIn(value, mine)
    setErrors(wrong)
    if (busy || mine.length === 0 || Object.keys(wrong).length > 0) return
    setBusy(true)
    setFailure(undefined)
    setTheirs(undefined)
    try {
      const body = changesIn(value, mine)
      const { data } = await call('PATCH /api/v1/me/acteurs/{id}', {
        params: { id: acteur.id },
        body,
        version,
      })
      settle(data, value)
      setDone(true)
    } catch (error) {
      if (error instanceof Refused && error.code === 'stale_version')
        setTheirs((await client.fetchQuery({ ...ownActeur(acteur.id), staleTime: 0 })).data)
      else {
        setErrors(toldOf(error))
        setFailure(error)
      }
    } finally {
      setBusy(false)
    }
  }
  const seen = <Seen acteur={base} value={value} town={town} />
  if (!acteur.may.includes('describe')) return seen
  const field = (name: FieldName) => ({
    label: t.fields[name],
    optional: true,
    value: value[name],
    onChange: write(name),
    error: errors[name],
    ...(name in t.hints && { hint: t.hints[name as keyof typeof t.hints] }),
  })
  return (
    <div className={css.beside}>
      <div className={css.forms}>
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void save(base.version)
          }}
        >
          <Section title={t.contact}>
            <p className={css.soft}>{t.about}</p>
            {isKept && mine.length > 0 && (
              <Note tone="wait">
                <p>{t.kept}</p>
                <Button onClick={() => settle(base)}>{t.drop}</Button>
              </Note>
            )}
            <TextArea {...field('description')} rows={5} maxLength={5000} />
            <TextArea {...field('horaires')} rows={3} maxLength={2000} />
            <TextArea {...field('adresse')} rows={2} maxLength={500} autoComplete="off" />
            <Field {...field('telephone')} type="tel" maxLength={30} autoComplete="off" />
            <Field {...field('email')} type="email" maxLength={254} autoComplete="off" />
            <Field {...field('site_web')} inputMode="url" maxLength={2000} autoComplete="off" />
            {failure !== undefined && Object.keys(errors).length === 0 && <Problem error={failure} />}
            <div role="status">{done && <Note tone="ok">{t.saved}</Note>}</div>
            <Actions>
              <Button look="primary" type="submit" off={busy || mine.length === 0}>
                {mine.length === 0 ? t.same : t.save}
              </Button>
            </Actions>
            <p className={css.soft}>{t.name(base.nom)}</p>
          </Section>
        </form>
        <Photo
          acteur={base}
          onSaved={now => {
            setBase(now)
            client.setQueryData(ownActeur(acteur.id).queryKey, { data: now })
          }}
        />
      </div>
      {seen}
      {theirs && (
        <Stale
          lines={changed(writtenOf(theirs), saved).map(one =>
            t.stale.line(t.fields[one], theirs[one] ?? t.stale.empty),
          )}
          onKeep={() => {
            settle(theirs)
            setTheirs(undefined)
          }}
          onInsist={() => {
            setBase(theirs)
            void save(theirs.version)
          }}
        />
      )}
    </div>
  )
}

const faultsIn = (value: Written, fields: readonly FieldName[]): Partial<Record<FieldName, string>> => ({
  ...(fields.includes('email') &&
    value.email.trim() !== '' &&
    !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value.email.trim()) && { email: t.wrong.email }),
  ...(fields.includes('site_web') &&
    value.site_web.trim() !== '' &&
    !/^https?:\/\/[^\s/]+\.[^\s/]{2,}\S*$/.test(linkOf(value.site_web) ?? '') && {
      site_web: t.wrong.site_web,
    }),
})

const toldOf = (error: unknown): Partial<Record<FieldName, string>> =>
  error instanceof Refused
    ? Object.fromEntries(error.details.map(({ path, message }) => [path, message]))
    : {}

const Stale = ({
  lines,
  onKeep,
  onInsist,
}: {
  readonly lines: readonly string[]
  onKeep(): void
  onInsist(): void
}) => (
  <Dialog title={t.stale.title} about={t.stale.about} onClose={onKeep} onSubmit={onKeep}>
    <ul className={css.lines}>
      {lines.map(line => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
    </ul>
    <Acts>
      <Button onClick={onInsist}>{t.stale.insist}</Button>
      <Button look="primary" type="submit" data-first="">
        {t.stale.keep}
      </Button>
    </Acts>
  </Dialog>
)
