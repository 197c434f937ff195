import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { idOf } from '../../../shared/short-id.ts'
import { dayIn } from '../../../shared/typed/day.ts'
import { bareNumber, MATIERES, NATURES, type Nature } from '../../../shared/words/actes.ts'
import type { Document } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { DateField } from '../../kit/forms/date-field.tsx'
import { PageForm } from '../../kit/forms/page-form.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { ChooseFile } from '../../kit/ui/choose-file.tsx'
import { Check, Field, FieldError, Select, TextArea } from '../../kit/ui/field.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { useSettled } from '../../kit/ui/settled.ts'
import { fileSize, namedDay } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { useFiles } from '../write/files.ts'
import { OnTheWay } from '../write/sending.tsx'
import { ActPage, CommuneField, NatureField, useOwnCommunes } from './act-fields.tsx'
import css from './acte.module.css'
import { t } from './texts.ts'

interface Typed {
  readonly commune_id: string
  readonly nature: Nature
  readonly numero: string
  readonly date: string
  readonly title: string
  readonly body: string
  readonly signataire: string
  readonly qualite: string
  readonly matiere: string
  readonly transmis_le: string
  readonly corrige: string
  readonly documents: Document | null
  readonly sans_texte: boolean
}
const NOTHING: Typed = {
  commune_id: '',
  nature: 'deliberation',
  numero: '',
  date: '',
  title: '',
  body: '',
  signataire: '',
  qualite: '',
  matiere: '',
  transmis_le: '',
  corrige: '',
  documents: null,
  sans_texte: false,
}

/** The form of an act, which takes effect when it is sent. */
export const Acte = () => (
  <ActPage title={t.title} from={{ to: '/espace/publications', name: t.from }} mayNot={t.mayNot}>
    {acteurId => <Form key={acteurId} acteurId={acteurId} />}
  </ActPage>
)

function Form({ acteurId }: { readonly acteurId: string }) {
  const own = useOwnCommunes()
  const sent = useRef<string>(undefined)
  const page = useRef<string | null>(null)
  const files = useFiles(acteurId, ({ document }) => {
    if (document) form.type({ documents: document, sans_texte: false })
  })
  const form = useRecord<undefined, Typed>({
    key: `acte.${acteurId}`,
    record: undefined,
    typedOf: () => ({ ...NOTHING, commune_id: own[0]?.id ?? '' }),
    labels: t.labels,
    check: typed => errorsOf(typed, files.going.length > 0),
    async send(typed, _, once) {
      sent.current = typed.documents?.id
      const { data } = await call('POST /api/v1/mairie/acteurs/{acteurId}/publications', {
        params: { acteurId },
        body: sentOf(typed),
        once,
      })
      page.current = data.url
      void client.invalidateQueries()
    },
  })
  const { documents, nature, sans_texte } = form.value
  // Only the document that was refused: another one has text, or gets its own question.
  const isRefused = form.errors.sans_texte !== undefined && documents?.id === sent.current
  const isAskedForText = sans_texte || isRefused
  return (
    <PageForm
      form={form}
      className={css.form}
      save={t.send}
      saved={
        <>
          {t.sent}{' '}
          {page.current && (
            <a href={page.current} target="_blank" rel="noopener">
              {t.see}
            </a>
          )}
        </>
      }
    >
      <Note tone="info">
        <p>{t.about}</p>
        <p>
          {t.elsewhere} <Link to="/espace/registre">{t.register}</Link>
        </p>
      </Note>
      <CommuneField form={form} />
      <NatureField form={form} />
      <Field {...form.field('numero')} autoComplete="off" />
      <DateField {...form.field('date')} past />
      <SameNumber acteurId={acteurId} typed={form.value} />
      <Field {...form.field('title')} autoComplete="off" dir="auto" />
      <TextArea {...form.field('body')} optional rows={4} />
      <Field {...form.field('signataire')} autoComplete="off" />
      <Field {...form.field('qualite')} hint={t.hints.qualite} autoComplete="off" />
      <Select {...form.field('matiere')} hint={t.hints.matiere} optional={nature !== 'deliberation'}>
        <Options
          none={t.chooseMatter}
          of={Object.entries(MATIERES).map(([code, words]) => [code, `${code} ${words}`])}
        />
      </Select>
      <DateField {...form.field('transmis_le')} hint={t.hints.transmis_le} optional past />
      <Field
        {...form.field('corrige')}
        hint={t.hints.corrige}
        optional
        maxLength={2000}
        autoComplete="off"
        inputMode="url"
      />
      <fieldset
        className={css.document}
        aria-invalid={form.errors.documents ? true : undefined}
        aria-describedby="acte-pdf-error"
      >
        <legend>{t.labels.documents}</legend>
        <Note tone="wait">
          <p>{t.personal}</p>
        </Note>
        {documents && (
          <p>
            {documents.name} ({fileSize(documents.bytes)}){' '}
            <Button look="quiet" icon="bin" onClick={() => form.type({ documents: null, sans_texte: false })}>
              {t.remove}
            </Button>
          </p>
        )}
        <OnTheWay files={files} />
        {!documents && (
          <ChooseFile label={t.choose} accept="application/pdf" icon="book" single onChoose={files.send} />
        )}
        <FieldError id="acte-pdf-error">{form.errors.documents}</FieldError>
      </fieldset>
      {isAskedForText && (
        <Check
          label={t.labels.sans_texte}
          hint={t.hints.sans_texte}
          checked={sans_texte}
          onChange={({ currentTarget: { checked } }) => form.type({ sans_texte: checked })}
        />
      )}
    </PageForm>
  )
}

/** A warning: numbers are given by the town hall, and nothing refuses one. */
function SameNumber({ acteurId, typed }: { readonly acteurId: string; readonly typed: Typed }) {
  const { commune_id, nature } = typed
  const numero = useSettled(typed.numero.trim())
  const date = dayOf(typed.date) ?? ''
  const { data } = useQuery({
    ...reading('GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/actes', {
      params: { acteurId, communeId: commune_id },
      query: { nature, numero, date },
    }),
    enabled: commune_id !== '' && numero !== '' && date !== '',
  })
  const [other] = data?.data ?? []
  return (
    <div role="status">
      {other && (
        <Note tone="wait">
          <p>{t.sameNumber(namedDay(other.date), other.title)}</p>
        </Note>
      )}
    </div>
  )
}

const dayOf = (typed: string) => dayIn(typed, 'last') ?? undefined
/** The id in the address of an act, or the address as it is shown. */
const acteIn = (typed: string) => idOf(/([0-9a-z]+)\/?$/i.exec(typed.trim())?.[1] ?? '')

/** As the service takes them. */
const MOST = { numero: 50, title: 200, body: 5_000, signataire: 200, qualite: 200 } as const

function errorsOf(typed: Typed, isSending: boolean) {
  // An input that cuts a pasted text would publish an act without its end.
  const long = (name: keyof typeof MOST) =>
    [...typed[name].trim()].length > MOST[name] ? t.wrong.long(MOST[name]) : undefined
  const written = (name: Exclude<keyof typeof MOST, 'body'>) =>
    typed[name].trim() === '' ? t.wrong.missing : long(name)
  return {
    numero: written('numero'),
    title: written('title'),
    body: long('body'),
    signataire: written('signataire'),
    qualite: written('qualite'),
    date: dayOf(typed.date) ? undefined : t.wrong.day,
    transmis_le: typed.transmis_le.trim() === '' || dayOf(typed.transmis_le) ? undefined : t.wrong.day,
    matiere: typed.nature === 'deliberation' && typed.matiere === '' ? t.wrong.missing : undefined,
    corrige: typed.corrige.trim() === '' || acteIn(typed.corrige) ? undefined : t.wrong.address,
    documents: isSending ? t.wrong.sending : typed.documents ? undefined : t.wrong.document,
  }
}

function sentOf(typed: Typed) {
  const [transmis_le, corrige] = [dayOf(typed.transmis_le), acteIn(typed.corrige)]
  return {
    title: typed.title.trim(),
    body: typed.body.trim() || t.plainBody(labelOf(NATURES[typed.nature]), bareNumber(typed.numero.trim())),
    ...(typed.commune_id && { commune_id: typed.commune_id }),
    documents: typed.documents ? [{ id: typed.documents.id }] : [],
    acte: {
      nature: typed.nature,
      numero: typed.numero.trim(),
      date: dayOf(typed.date) ?? '',
      signataire: typed.signataire.trim(),
      qualite: typed.qualite.trim(),
      ...(typed.matiere && { matiere: typed.matiere }),
      ...(transmis_le && { transmis_le }),
      ...(corrige && { corrige }),
      ...(typed.sans_texte && { sans_texte: true }),
    },
  }
}
