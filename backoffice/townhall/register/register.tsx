import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { LEFT_OUT, NATURES, type Nature, WHY_STOPPED } from '../../../shared/words/actes.ts'
import type { ActRegister } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { PageForm } from '../../kit/forms/page-form.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { ChooseFile } from '../../kit/ui/choose-file.tsx'
import { FieldError, TextArea } from '../../kit/ui/field.tsx'
import { Note, NotYet } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { Table } from '../../kit/ui/table.tsx'
import { date, namedDay } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { ActPage, CommuneField, NatureField, useOwnCommunes } from '../acte/act-fields.tsx'
import acteCss from '../acte/acte.module.css'
import { textIn } from './file-text.ts'
import css from './register.module.css'
import { t } from './texts.ts'

/** The acts that another system published: the clerk gives its table, sees what is understood, and takes them over. */
export const TakeOverRegister = () => (
  <ActPage title={t.title} from={{ to: '/espace/acte', name: t.from }} mayNot={t.mayNot}>
    {acteurId => <Registers key={acteurId} acteurId={acteurId} />}
  </ActPage>
)

const newest = (acteurId: string) => ({
  ...reading('GET /api/v1/mairie/acteurs/{acteurId}/registre', { params: { acteurId } }),
  refetchInterval: ({ state: { data } }: { state: { data?: { data: ActRegister | null } | undefined } }) =>
    data?.data?.state === 'running' ? 3_000 : (false as const),
})

function Registers({ acteurId }: { readonly acteurId: string }) {
  const { data, error, refetch } = useQuery(newest(acteurId))
  const last = data?.data
  const isRunning = data && last?.state === 'running'
  const progress = useRef<HTMLDivElement>(null)
  const ran = useRef(isRunning)
  useEffect(() => {
    // The form went, with the button that had the focus.
    if (isRunning && ran.current === false) progress.current?.focus()
    ran.current = isRunning
  }, [isRunning])
  return (
    <div className="stack to-680 gap-16 top-18">
      <NotYet data={data} error={error} refetch={refetch} />
      {last && (
        <div ref={progress} tabIndex={-1}>
          <Progress of={last} />
        </div>
      )}
      {data && !isRunning && <Form acteurId={acteurId} />}
    </div>
  )
}

function Progress({ of }: { readonly of: ActRegister }) {
  const { state, why, total, taken } = of
  const tone = ({ running: 'info', done: 'ok', stopped: 'bad', trial: 'info' } as const)[state]
  return (
    <Section title={state === 'running' ? t.running : t.last(date(new Date(of.created_at), new Date()))}>
      {/* While it runs, it counts: only its end is announced. */}
      <div role={state === 'running' ? undefined : 'status'}>
        <Note tone={tone}>
          <p>{t.taken(taken, total)}</p>
          {state === 'running' && <p>{t.leave}</p>}
          {why && <p>{labelOf(WHY_STOPPED[why])}</p>}
        </Note>
      </div>
      <Left of={of} />
    </Section>
  )
}

/** The lines that were not taken over, each with its reason. */
function Left({ of: { left, lines } }: { readonly of: ActRegister }) {
  if (left === 0) return null
  return (
    <details className={css.left} open={left < 10}>
      <summary>{t.left(left)}</summary>
      <ul>
        {lines.map(({ line, numero, why }) => (
          <li key={`${line} ${why}`}>
            {t.line(line, numero)} {labelOf(LEFT_OUT[why])}.
          </li>
        ))}
      </ul>
      {left > lines.length && <p>{t.more(left - lines.length)}</p>}
    </details>
  )
}

interface Typed {
  readonly commune_id: string
  readonly nature: Nature
  readonly text: string
}
const sentOf = ({ commune_id, nature, text }: Typed) => ({
  nature,
  text,
  ...(commune_id && { commune_id }),
})

function Form({ acteurId }: { readonly acteurId: string }) {
  const own = useOwnCommunes()
  const [tried, setTried] = useState<{ readonly of: Typed; readonly found: ActRegister }>()
  const [unread, setUnread] = useState<string>()
  const acts = useActs(() => client.invalidateQueries())
  const form = useRecord<undefined, Typed>({
    // A table of a megabyte: it stays in the spreadsheet that it was copied from.
    key: undefined,
    record: undefined,
    typedOf: () => ({ commune_id: own[0]?.id ?? '', nature: 'deliberation', text: '' }),
    labels: t.labels,
    check: ({ text }) => ({ text: text.trim() === '' ? t.missing : undefined }),
    async send(typed) {
      setTried(undefined)
      const { data } = await call('POST /api/v1/mairie/acteurs/{acteurId}/registre', {
        params: { acteurId },
        body: { ...sentOf(typed), trial: true },
      })
      setTried({ of: typed, found: data })
      return 'not sent'
    },
  })
  // Only for what is typed now: another table was not looked at.
  const found = tried?.of === form.value ? tried.found : undefined
  const choose = async ([file]: readonly File[]) => {
    if (!file) return
    const read = await textIn(file)
    setUnread('why' in read ? t.unread[read.why] : undefined)
    if ('text' in read) form.type({ text: read.text })
  }
  return (
    <>
      <PageForm form={form} className={acteCss.form} look={found ? 'plain' : 'primary'} save={t.look}>
        <Note tone="info">
          <p>{t.about}</p>
          <p>{t.columns}</p>
        </Note>
        <CommuneField form={form} />
        <div className="stack gap-6 start">
          <ChooseFile
            label={t.choose}
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            icon="book"
            single
            onChoose={choose}
          />
          <div role="alert" className="if-any">
            <FieldError id="register-file-error">{unread}</FieldError>
          </div>
        </div>
        <TextArea {...form.field('text')} hint={t.hints.text} rows={8} spellCheck={false} />
        <NatureField form={form} hint={t.hints.nature} />
      </PageForm>
      {/* There before it speaks: a region that comes with its words is not announced. */}
      <div role="status">
        {found && (
          <Note tone={found.left > 0 ? 'wait' : 'ok'}>
            <p>{t.found(found)}</p>
          </Note>
        )}
      </div>
      {found && (
        <Section title={t.understood}>
          <Left of={found} />
          {found.total > 0 && (
            <>
              <Sample of={found} />
              <p>{t.quiet}</p>
              <Actions>
                <Button
                  look="primary"
                  off={acts.busy}
                  onClick={() =>
                    acts.act(() =>
                      call('POST /api/v1/mairie/acteurs/{acteurId}/registre', {
                        params: { acteurId },
                        body: sentOf(form.value),
                      }),
                    )
                  }
                >
                  {t.begin(found.total)}
                </Button>
              </Actions>
            </>
          )}
          {acts.failure}
        </Section>
      )}
    </>
  )
}

const Sample = ({ of: { sample } }: { readonly of: ActRegister }) => (
  <Table
    caption={t.sample}
    rows={sample}
    keyOf={({ nature, numero, date }) => `${nature} ${numero} ${date}`}
    columns={[
      { name: t.column.nature, of: ({ nature }) => labelOf(NATURES[nature]) },
      { name: t.column.numero, of: ({ numero }) => numero },
      { name: t.column.date, of: ({ date }) => namedDay(date) },
      { name: t.column.objet, of: ({ objet }) => <span dir="auto">{objet}</span> },
    ]}
  />
)
