import { useState } from 'react'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import { isWhen, readWhen, WHEN, whenTyped, whenUnderstood } from '../../kit/forms/event-time.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field, Select, TextArea } from '../../kit/ui/field.tsx'
import { labelOf } from '../../kit/words/language.ts'
import type { CorrectedWords } from './actions.ts'
import css from './changes.module.css'
import { Differences } from './changes.tsx'
import { t } from './dialogs-texts.ts'
import { type Publication, stateOf } from './rules.ts'
import { fieldsApart, saidOf, useNames, useTypes } from './words.ts'

/** The fields that a moderator may correct here, in the words of the API. */
const NAMES = ['title', 'body', ...WHEN, 'lieu', 'type_id', 'source_url', 'image_url'] as const
type Name = (typeof NAMES)[number]
/** As it stands in the fields: days as people type them. */
type Typed = Readonly<Record<Name, string>>

/** What is half typed is kept while the page is open: whoever looks something up meanwhile goes on where they were. */
const drafts = new Map<string, Typed>()

/** A moderator puts words right; what the author will be told stands beside, as it is typed. */
export function Correct({
  publication: opened,
  onClose,
  onCorrect,
}: {
  readonly publication: Publication
  onClose(): void
  /** Answers whether it was done. */
  onCorrect(read: Publication, words: CorrectedWords, andPublish: boolean): Promise<boolean>
}) {
  // As it was read: what a colleague changes meanwhile is not undone by what stands in the fields.
  const [publication] = useState(opened)
  const { id, version } = publication
  const draft = `${id} ${version}`
  const [typed, setTyped] = useState<Typed>(() => drafts.get(draft) ?? typedOf(publication))
  const [tried, setTried] = useState(false)
  const choosable = useTypes().filter(({ id, retired }) => !retired || id === publication.type_id)
  const now = new Date()
  const { after, errors } = readTyped(typed, publication, now)
  const names = useNames([publication])
  const apart = fieldsApart(saidOf(publication, names), saidOf({ ...publication, ...after }, names))
  const isRight = Object.keys(errors).length === 0
  const isPending = stateOf(publication, now) === 'pending'

  const submit = (andPublish: boolean) => {
    setTried(true)
    if (!isRight || apart.length === 0) return
    // What does not arrive is there again when the question is opened anew.
    void onCorrect(publication, changesOnly(publication, after), andPublish).then(isDone => {
      if (isDone) drafts.delete(draft)
    })
  }
  const field = (name: Name, label = labelOf(WRITTEN[name])) => ({
    label,
    value: typed[name],
    error: tried ? errors[name] : undefined,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) => {
      const next = { ...typed, [name]: value }
      drafts.set(draft, next)
      setTyped(next)
    },
  })
  return (
    <Dialog
      wide
      title={t.correcting.title}
      about={t.correcting.about}
      onClose={onClose}
      onSubmit={() => submit(false)}
    >
      <div className={css.columns}>
        <div className={css.fields}>
          <Field {...field('title')} dir="auto" maxLength={200} autoFocus autoComplete="off" />
          <TextArea {...field('body')} rows={8} maxLength={20_000} />
          <div className={css.pair}>
            {WHEN.map(name => (
              <Field key={name} {...field(name)} optional said={whenUnderstood(name, after[name])} />
            ))}
          </div>
          <div className={css.pair}>
            <Field {...field('lieu')} dir="auto" optional maxLength={200} autoComplete="off" />
            <Select {...field('type_id')}>
              {choosable.map(type => (
                <option key={type.id} value={type.id}>
                  {type.nom}
                </option>
              ))}
            </Select>
          </div>
          <div className={css.pair}>
            <Field {...field('source_url', t.correcting.source)} type="url" optional maxLength={2000} />
            <Field {...field('image_url', t.correcting.picture)} type="url" optional maxLength={2000} />
          </div>
        </div>
        <section className={css.said}>
          <h3>{t.correcting.letter}</h3>
          {apart.length > 0 ? <Differences of={apart} /> : <p className={css.soft}>{t.correcting.nothing}</p>}
        </section>
      </div>
      <Acts>
        <Button onClick={onClose}>{t.correcting.keep}</Button>
        {isPending && (
          <Button off={apart.length === 0} onClick={() => submit(true)}>
            {t.correcting.andPublish}
          </Button>
        )}
        <Button look="primary" type="submit" off={apart.length === 0} hint="Ctrl ↵">
          {t.do.correctNow}
        </Button>
      </Acts>
    </Dialog>
  )
}

const typedOf = (publication: Publication): Typed =>
  Object.fromEntries(
    NAMES.map(name => [name, isWhen(name) ? whenTyped(name, publication[name]) : (publication[name] ?? '')]),
  ) as Typed

type Corrected = Pick<Publication, Name>

function readTyped(typed: Typed, before: Publication, now: Date) {
  const { when, errors: wrongTimes } = readWhen(typed, now)
  const after: Corrected = {
    title: typed.title.trim(),
    type_id: typed.type_id,
    body: typed.body.trim() === before.body.trim() ? before.body : typed.body.trim(),
    ...when,
    lieu: typed.lieu.trim() || null,
    source_url: typed.source_url.trim() || null,
    image_url: typed.image_url.trim() || null,
  }
  const errors: Partial<Record<Name, string>> = {
    ...(after.title === '' && { title: t.correcting.noTitle }),
    ...(after.body === '' && { body: t.correcting.noBody }),
    ...wrongTimes,
  }
  return { after, errors }
}

const changesOnly = (before: Publication, after: Corrected): CorrectedWords =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof Corrected] !== value),
  )
