import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { having, typedAs } from '../../../shared/fields/field.ts'
import { ALONE, CHOICES, LINES, WRITTEN } from '../../../shared/fields/publications.ts'
import { useIsCurrentScreen } from '../../kit/desk/current-screen.ts'
import { keepDraft } from '../../kit/drafts.ts'
import { ChooseMoment } from '../../kit/forms/choose-moment.tsx'
import { Needed } from '../../kit/forms/form-state.tsx'
import { Inputs } from '../../kit/forms/inputs.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { focusWrongIn } from '../../kit/ui/first-wrong.ts'
import { Failure, Note } from '../../kit/ui/message.tsx'
import { labelOf } from '../../kit/words/language.ts'
import { type Acteur, mayPin } from '../acteur.ts'
import { Page } from '../layout.tsx'
import { leaveNotice } from '../publications/notice.ts'
import { stateOf } from '../publications/state.ts'
import { t as listed } from '../publications/texts.ts'
import { AskAlert } from './ask-alert.tsx'
import { Attached, withArrived } from './attached.tsx'
import { BodyField } from './body-field.tsx'
import { Communes } from './communes.tsx'
import { fateOf, wayOf } from './fate.ts'
import { useFiles } from './files.ts'
import { FromMail } from './from-mail.tsx'
import { useKeeping } from './keeping.ts'
import { KeptLine, Recovered } from './kept-line.tsx'
import { KindField } from './kind-field.tsx'
import { useKinds } from './kinds.ts'
import { NotSent } from './not-sent.tsx'
import { Preview } from './preview.tsx'
import { send } from './send.ts'
import type { Start } from './start.ts'
import { TakeAdvice } from './take-advice.tsx'
import { t } from './texts.ts'
import { Times } from './times.tsx'
import {
  type Errors,
  errorsOf,
  isBlank,
  read,
  type TextName,
  type Typed,
  waitedFor,
  wrongNames,
} from './typed.ts'
import css from './write.module.css'

const LINKS = typedAs(having(ALONE, 'draft'), 'link')

/** The form of a publication, and beside it its preview. */
export function Form({
  acteur,
  start,
  isAlert,
  isDraft,
  isLeft,
  onFresh,
}: {
  readonly acteur: Acteur
  readonly start: Start
  readonly isAlert: boolean
  readonly isDraft: boolean
  /** Another device wrote in the draft that was given up. */
  readonly isLeft: boolean
  readonly onFresh: (isLeft: boolean) => void
}) {
  const { publication } = start
  const navigate = useNavigate()
  const isHere = useIsCurrentScreen('/espace/ecrire')
  const [typed, setTyped] = useState(start.typed)
  const [tried, setTried] = useState(false)
  /** The service refused these fields. */
  const [refused, setRefused] = useState<{ readonly told: Errors; readonly error: unknown }>()
  const told: Errors = refused?.told ?? {}
  const [failure, setFailure] = useState<unknown>()
  const [sending, setSending] = useState(false)
  const [asking, setAsking] = useState<'later' | 'alert'>()
  const element = useRef<HTMLFormElement>(null)
  const kinds = useKinds(acteur, typed.type_id, { isAlert, isNew: publication === undefined })
  const { types, type } = kinds
  const { kept, keeper } = useKeeping(
    { acteurId: acteur.acteur_id, publicationId: publication?.id, slot: start.slot },
    start.begun,
    start.typed,
    id => {
      if (!publication && isHere())
        void navigate({
          to: '.',
          search: before => ({ ...before, brouillon: id }),
          replace: true,
          // The author stays where they write.
          resetScroll: false,
        })
    },
  )
  const now = new Date()
  const typedNow = { ...typed, type_id: type?.id ?? '' }
  const { words, errors: wrongIn } = read(typedNow, type?.slug, now, publication?.fin_le)
  const state = publication && stateOf(publication, now)
  const way = wayOf(acteur, publication, type?.slug)
  const fate = fateOf(way, state, acteur, publication?.publie_le, now)

  /** The current input, for uploads that finish later. */
  const latest = useRef(typed)
  const write = (change: Partial<Typed>) => {
    // Stores the preselected type too: a draft of an alert stays an alert.
    const next = { ...latest.current, type_id: latest.current.type_id || (type?.id ?? ''), ...change }
    latest.current = next
    setTyped(next)
    setRefused(undefined)
    keeper.write(next)
  }
  // Types that could not be read may come later: the draft gets its type then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they come
  useEffect(() => {
    if (type && latest.current.type_id === '' && !isBlank(latest.current)) write({})
  }, [type?.id])
  const files = useFiles(acteur.acteur_id, upload => write(withArrived(latest.current, upload)))
  const errors: Errors = {
    ...(type === undefined && { type_id: t.wrong.kinds }),
    ...wrongIn,
    ...waitedFor(files.going),
  }
  const isRight = (): boolean => {
    setTried(true)
    if (type === undefined) void kinds.refetch()
    if (Object.keys(errors).length === 0) return true
    focusWrongIn(element.current)
    return false
  }
  useEffect(() => {
    if (!refused) return
    // Not every field is in this form: an author of one commune does not choose it.
    if (element.current?.querySelector('[aria-invalid=true]')) focusWrongIn(element.current)
    else setFailure(refused.error)
  }, [refused])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (sending || !isRight()) return
    if (way === 'alert') setAsking('alert')
    else void go()
  }
  const go = async (
    publie_le?: string,
    { overwrite = false, draft }: { readonly overwrite?: boolean; readonly draft?: string } = {},
  ) => {
    setAsking(undefined)
    setSending(true)
    setFailure(undefined)
    try {
      const done = await send({
        acteur,
        publication,
        words,
        way,
        publie_le,
        once: keeper.sentOnce,
        pin: way === 'alert' && mayPin(acteur),
        overwrite,
      })
      const isDraftLeft = await keeper.done()
      if (draft !== undefined) keepDraft(draft, '')
      leaveNotice({ done, isDraftLeft })
      // Replaced: Back must not lead to an empty form.
      if (isHere()) void navigate({ to: '/espace/publications', search: {}, replace: true })
    } catch (error) {
      // The user is on another screen: the failure is shown on the list.
      if (!isHere()) return leaveNotice({ failed: error, title: words.title })
      const told = errorsOf(error)
      if (told) setRefused({ told, error })
      else setFailure(error)
      setSending(false)
    }
  }
  const wrong = (name: keyof Typed) => told[name] ?? (tried ? errors[name] : undefined)
  const field = (name: TextName) => ({
    label: name === 'source_url' ? t.fields.link : labelOf(WRITTEN[name]),
    value: typed[name],
    error: wrong(name),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      write({ [name]: currentTarget.value }),
  })
  const form = { value: typed, field }
  const missing = wrongNames(errors, typed)
  const title =
    way === 'again' ? t.againTitle : publication ? t.editTitle : way === 'alert' ? t.alertTitle : t.title
  return (
    <Page title={title} from={{ to: '/espace/publications', name: t.from }} wide>
      <div className={`stack top-18 ${css.columns}`}>
        <form ref={element} className={`stack fits gap-20 ${css.form}`} noValidate onSubmit={submit}>
          <Needed />
          {start.isGone && (
            <Note tone="info">
              <p>{t.kept.gone}</p>
            </Note>
          )}
          {start.fromMail && <FromMail of={start.fromMail} />}
          {start.isRecovered && (
            <Recovered
              isLeft={isLeft}
              onDrop={publication && (() => keeper.drop().then(onFresh))}
              onPutAside={
                publication || isDraft || kept.kind !== 'kept'
                  ? undefined
                  : () => void keeper.putAside().then(isKept => isKept && onFresh(false))
              }
            />
          )}
          {way === 'again' && publication?.moderation_reason && (
            <Note tone={state === 'a_corriger' ? 'info' : 'bad'}>
              <p>
                {state === 'a_corriger' ? t.askedFor : t.refusedFor} {publication.moderation_reason}
              </p>
            </Note>
          )}
          <KindField
            types={types}
            chosen={type?.id}
            error={wrong('type_id')}
            onChange={type_id => write({ type_id })}
          />
          <Field
            {...field('title')}
            fault={typed.title.trim() === '' ? undefined : wrongIn.title}
            autoComplete="off"
            dir="auto"
          />
          <BodyField value={typed.body} error={wrong('body')} onChange={body => write({ body })} />
          {type?.slug === 'alerte' && <TakeAdvice typed={typed} onTake={write} />}
          <Times form={form} type={type?.slug} errorOf={wrong} onChange={write} />
          <Inputs of={LINES} form={form} />
          {type?.slug !== 'alerte' && <Inputs of={CHOICES} form={form} />}
          <Inputs of={LINKS} form={form} />
          <Attached
            files={files}
            body={typed.body}
            images={typed.images}
            documents={typed.documents}
            showErrors={tried || told.images !== undefined}
            error={wrong('documents')}
            onChange={change => write(change(latest.current))}
          />
          <Communes
            of={acteur.communes}
            chosen={typed.commune_ids}
            error={wrong('commune_ids')}
            onChange={commune_ids => write({ commune_ids })}
          />
          {tried && missing.length > 0 && <Failure>{t.wrong.some(missing)}</Failure>}
          {failure !== undefined && (
            <NotSent failure={failure} onInsist={() => void go(undefined, { overwrite: true })} />
          )}
          <p className={css.fate}>{fate}</p>
          <div className={`row middle gap-12 ${css.acts}`}>
            <Button look={way === 'alert' ? 'grave' : 'primary'} type="submit" off={sending}>
              {sending ? t.send.sending : t.send[way]}
            </Button>
            {way === 'now' && (
              <Button off={sending} onClick={() => isRight() && setAsking('later')}>
                {t.send.later}
              </Button>
            )}
            <KeptLine
              kept={kept}
              onTake={take => {
                const settled = keeper.settle(take)
                latest.current = settled
                setTyped(settled)
              }}
            />
          </div>
        </form>
        <aside className={css.look} aria-label={t.look.title}>
          <h2 className="soft second bold">{t.look.title}</h2>
          <Preview
            of={
              isBlank(typed)
                ? undefined
                : { ...words, acteur_id: acteur.acteur_id, publication_id: publication?.id }
            }
            errors={wrongIn}
          />
          <p className={css.note}>{fate}</p>
        </aside>
      </div>
      {asking === 'later' && (
        <ChooseMoment
          of={start.slot}
          title={listed.later.title}
          about={listed.later.about}
          keep={listed.later.not}
          now={listed.later.do}
          onClose={() => setAsking(undefined)}
          onChoose={(at, draft) => {
            void go(at, { draft })
            return 'not sent'
          }}
        />
      )}
      {asking === 'alert' && (
        <AskAlert
          acteurId={acteur.acteur_id}
          words={words}
          atOnce={acteur.publishes_at_once}
          onClose={() => setAsking(undefined)}
          onSend={() => void go()}
        />
      )}
    </Page>
  )
}
