import { useRef } from 'react'
import { having, namesOf, picked } from '../../../shared/fields/field.ts'
import { ALERT, ALONE, CHOICES, LINES, LINKS, WRITTEN } from '../../../shared/fields/publications.ts'
import { readAlert } from '../../kit/forms/alert.ts'
import { faultsOf, sentOf, typedOf as textsOf } from '../../kit/forms/described.ts'
import { readWhen } from '../../kit/forms/event-time.ts'
import { FormHead, FormState } from '../../kit/forms/form-state.tsx'
import { Inputs } from '../../kit/forms/inputs.tsx'
import { changedFields } from '../../kit/forms/kept.ts'
import { useRecord } from '../../kit/forms/record.ts'
import { WhenFields } from '../../kit/forms/when-fields.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog, DialogActs } from '../../kit/ui/dialog.tsx'
import { Field, Select, TextArea } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { labelOf } from '../../kit/words/language.ts'
import type { CorrectedWords } from './actions.ts'
import css from './changes.module.css'
import { Differences } from './changes.tsx'
import { t } from './dialogs-texts.ts'
import { differencesBetween, factTexts, useNames, useTypes } from './facts.ts'
import { type Publication, stateOf } from './rules.ts'

const DESCRIBED = having(WRITTEN, 'input')
/** The fields that a moderator may correct here, in the words of the API. */
const NAMES = ['title', 'body', 'type_id', ...namesOf(DESCRIBED)] as const
type Name = (typeof NAMES)[number]
const LABELS = {
  ...(Object.fromEntries(NAMES.map(name => [name, labelOf(WRITTEN[name])])) as Record<Name, string>),
  source_url: t.correcting.source,
  image_url: t.correcting.picture,
}
/** The fields, with days as people type them. */
type Typed = Readonly<Record<Name, string>>

/** The correction of a publication. Beside the fields: the changes that the author's mail will list. */
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
  const publishes = useRef(false)
  const types = useTypes()
  const alertId = types.find(({ slug }) => slug === 'alerte')?.id
  const form = useRecord<Publication, Typed>({
    key: `correct ${opened.id}`,
    record: opened,
    typedOf,
    labels: LABELS,
    check: (typed, base) => readTyped(typed, base, alertId, new Date()).errors,
    async send(typed, base) {
      const { after } = readTyped(typed, base, alertId, new Date())
      return (await onCorrect(base, changesOnly(base, after), publishes.current)) ? undefined : 'not sent'
    },
  })
  const { base: publication, value: typed } = form
  const choosable = types.filter(({ id, retired }) => !retired || id === publication.type_id)
  const now = new Date()
  const { after } = readTyped(typed, publication, alertId, now)
  const names = useNames([publication])
  const apart = differencesBetween(
    factTexts(publication, names),
    factTexts({ ...publication, ...after }, names),
  )
  const isPending = stateOf(publication, now) === 'pending'
  const submit = (andPublish: boolean) => {
    publishes.current = andPublish
    if (apart.length > 0) void form.submit()
  }
  const { field } = form
  return (
    <Dialog
      wide
      title={t.correcting.title}
      about={t.correcting.about}
      onClose={onClose}
      onSubmit={() => submit(false)}
    >
      <FormHead of={form} />
      <div className={css.columns}>
        <div className={`stack gap-14 ${css.fields}`}>
          <Field {...field('title')} dir="auto" maxLength={200} autoFocus autoComplete="off" />
          <TextArea {...field('body')} rows={8} maxLength={20_000} />
          {typed.type_id === alertId && (
            <div className={css.pair}>
              <Inputs of={ALERT} form={form} />
            </div>
          )}
          <WhenFields
            className={css.pair}
            typed={typed}
            errorOf={name => form.errors[name]}
            onChange={form.type}
          />
          <div className={css.pair}>
            <Inputs of={LINES} form={form} />
            <Select {...field('type_id')}>
              <Options of={choosable.map(type => [type.id, type.nom])} />
            </Select>
          </div>
          {typed.type_id !== alertId && (
            <div className={css.pair}>
              <Inputs of={CHOICES} form={form} />
            </div>
          )}
          <div className={css.pair}>
            <Inputs of={LINKS} form={form} />
          </div>
        </div>
        <section className={css.said}>
          <h3>{t.correcting.letter}</h3>
          {apart.length > 0 ? (
            <Differences of={apart} />
          ) : (
            <p className="soft second">{t.correcting.nothing}</p>
          )}
        </section>
      </div>
      <FormState of={form} />
      <DialogActs
        keep={t.correcting.keep}
        now={t.do.correctNow}
        hint="Ctrl ↵"
        off={apart.length === 0}
        onClose={onClose}
      >
        {isPending && (
          <Button off={apart.length === 0} onClick={() => submit(true)}>
            {t.correcting.andPublish}
          </Button>
        )}
      </DialogActs>
    </Dialog>
  )
}

const typedOf = (publication: Publication): Typed =>
  ({
    ...textsOf(DESCRIBED, publication),
    title: publication.title,
    body: publication.body,
    type_id: publication.type_id,
  }) satisfies Typed

type Alert = Pick<Publication, 'fin_le' | 'niveau'>
type Corrected = Pick<Publication, Exclude<Name, keyof Alert>> & Partial<Alert>

/** `alertId`: the type of alerts, which alone have an end and a level; undefined until loaded. */
function readTyped(typed: Typed, before: Publication, alertId: string | undefined, now: Date) {
  const { when, errors: wrongTimes } = readWhen(typed, now)
  const isAlert = typed.type_id === alertId
  const { alert, errors: wrongEnd } = readAlert(typed, now, before.fin_le)
  const after: Corrected = {
    title: typed.title.trim(),
    type_id: typed.type_id,
    body: typed.body.trim() === before.body.trim() ? before.body : typed.body.trim(),
    ...when,
    ...(isAlert ? alert : typed.type_id !== before.type_id && { fin_le: null, niveau: null }),
    ...sentOf(ALONE, typed, now),
  }
  const errors: Partial<Record<Name, string>> = {
    ...(after.title === '' && { title: t.correcting.noTitle }),
    ...(after.body === '' && { body: t.correcting.noBody }),
    ...wrongTimes,
    ...(isAlert && wrongEnd),
    ...picked(faultsOf(ALONE, typed, now), changedFields(typed, typedOf(before))),
  }
  return { after, errors }
}

const changesOnly = (before: Publication, after: Corrected): CorrectedWords =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(before[name as keyof Corrected]) !== JSON.stringify(value),
    ),
  )
