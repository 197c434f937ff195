import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { TextArea } from '../../kit/ui/field.tsx'
import { moment } from '../../kit/words/format.ts'
import { t } from './texts.ts'

interface Refused {
  readonly kind: 'publication' | 'claim'
  readonly id: string
  readonly nom: string
}

const ofPublication = (id: string) => reading('GET /api/v1/me/publications/{id}/appeal', { params: { id } })
const ofClaim = (id: string) =>
  reading('GET /api/v1/me/claims/{id}/appeal', { params: { id } }) as unknown as ReturnType<
    typeof ofPublication
  >
const READ = { publication: ofPublication, claim: ofClaim }
const SEND = {
  publication: 'POST /api/v1/me/publications/{id}/appeal',
  claim: 'POST /api/v1/me/claims/{id}/appeal',
} as const

/** Below a refusal: a button that contests it, then what became of the appeal. */
export function Contest({ kind, id, nom }: Refused) {
  const query = READ[kind](id)
  const { data } = useQuery(query)
  const [asking, setAsking] = useState(false)
  const form = useRecord<undefined, { readonly message: string }>({
    key: `contestation ${id}`,
    record: undefined,
    typedOf: () => ({ message: '' }),
    labels: { message: t.message },
    check: ({ message }) => ({ message: message.trim() === '' ? t.missing : undefined }),
    async send({ message }, _, once) {
      await call(SEND[kind], { params: { id }, body: { message: message.trim() }, once })
      setAsking(false)
      await client.invalidateQueries({ queryKey: query.queryKey })
    },
  })
  if (!data) return null
  const { appeal, contestable } = data.data
  return (
    <>
      {appeal && (
        <p dir="auto">
          {t.state[appeal.status](moment(new Date(appeal.answered_at ?? appeal.created_at), new Date()))}{' '}
          {appeal.answer && <q>{appeal.answer}</q>}
        </p>
      )}
      {contestable && (
        <p>
          <Button look="link" onClick={() => setAsking(true)}>
            {t.contest}
          </Button>
        </p>
      )}
      {asking && (
        <FormDialog
          form={form}
          title={t.title}
          about={nom}
          onClose={() => setAsking(false)}
          keep={t.keep}
          now={t.now}
          hint="Ctrl ↵"
        >
          <TextArea {...form.field('message')} hint={t.hint} rows={6} maxLength={2000} autoFocus />
        </FormDialog>
      )}
    </>
  )
}
