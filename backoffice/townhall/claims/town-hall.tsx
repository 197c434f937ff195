import { useQuery } from '@tanstack/react-query'
import { SIRET_SIGN_INS } from '../../../shared/words/claims.ts'
import { client, reading } from '../../kit/api/queries.ts'
import type { Reply } from '../../kit/api/send.ts'
import { send } from '../../kit/api/send.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { FormHead, FormState } from '../../kit/forms/form-state.tsx'
import { PageForm } from '../../kit/forms/page-form.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Note, NotYet } from '../../kit/ui/message.tsx'
import { Actions } from '../../kit/ui/section.tsx'
import { labelOf } from '../../kit/words/language.ts'
import { EnterCode } from './codes.tsx'
import { myClaims } from './my-claims.ts'
import { t } from './texts.ts'

/** A town hall proves itself, by a code to its official address or by the SIRET of a sign-in: no person decides. */

type Proof = Reply<'GET /api/v1/me/town-halls/{id}'>['data']

interface Props {
  readonly communeId: string
  /** The page is the caller’s now. */
  onProven?(): void
}

export function ProveTownHall({ communeId, onProven }: Props) {
  const state = reading('GET /api/v1/me/town-halls/{id}', { params: { id: communeId } })
  const { data, error, refetch } = useQuery(state)
  const reload = () => client.invalidateQueries({ queryKey: state.queryKey })
  const prove = async (code: string | null) => {
    try {
      await call('POST /api/v1/me/town-halls/{id}', { params: { id: communeId }, body: { code } })
    } catch (failure) {
      await reload()
      throw failure
    }
    await client.invalidateQueries({ queryKey: myClaims.queryKey })
    onProven?.()
  }
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />
  const { official, letter, siret } = data.data
  const offersSiret = siret.providers.length > 0
  const isBlocked = official.to === null && letter === null && (!offersSiret || siret.blocked !== null)
  if (isBlocked) return <Blocked proof={data.data} />
  return (
    <>
      <p>{t.official.about}</p>
      {offersSiret && siret.blocked === null && <BySiret siret={siret} prove={() => prove(null)} />}
      {(official.to !== null || letter !== null) && (
        <ByCode communeId={communeId} proof={data.data} prove={prove} reload={reload} />
      )}
    </>
  )
}

/** One sentence for each way that is closed; the same one once. */
function Blocked({ proof: { official, siret } }: { readonly proof: Proof }) {
  const reasons = [official.blocked, siret.providers.length > 0 ? siret.blocked : null]
  return (
    <Note tone="info">
      <p>{t.official.blocked}</p>
      {[...new Set(reasons)].map(reason => reason && <p key={reason}>{t.official.why[reason]}</p>)}
    </Note>
  )
}

function BySiret({
  siret: { sign_in, providers },
  prove,
}: {
  readonly siret: Proof['siret']
  prove(): Promise<void>
}) {
  const { act, failure, busy } = useActs()
  const form = useRecord<undefined, Record<never, never>>({
    key: undefined,
    record: undefined,
    typedOf: () => ({}),
    labels: {},
    send: prove,
  })
  const signIn = (provider: string) =>
    act(async () => {
      const { url } = await send('POST /auth/sign-in/social', {
        body: { provider, callbackURL: location.pathname, errorCallbackURL: location.pathname },
      })
      location.assign(url)
    })
  if (sign_in === 'right')
    return (
      <PageForm
        form={form}
        about={<p>{t.official.right}</p>}
        className="stack gap-14"
        save={t.official.enter}
      />
    )
  return (
    <div className="stack gap-14">
      <p>
        {t.official.bySiret} {sign_in !== 'none' && labelOf(SIRET_SIGN_INS[sign_in])}
      </p>
      {failure}
      <Actions>
        {providers.map(({ provider, label }) => (
          <Button key={provider} off={busy} onClick={() => void signIn(provider)}>
            {t.official.signIn(label)}
          </Button>
        ))}
      </Actions>
    </div>
  )
}

function ByCode({
  communeId,
  proof: { official, letter },
  prove,
  reload,
}: {
  readonly communeId: string
  readonly proof: Proof
  prove(code: string): Promise<void>
  reload(): Promise<void>
}) {
  const form = useRecord<undefined, Record<never, never>>({
    key: undefined,
    record: undefined,
    typedOf: () => ({}),
    labels: {},
    async send() {
      try {
        await call('POST /api/v1/me/town-halls/{id}/code', { params: { id: communeId } })
      } finally {
        await reload()
      }
    },
  })
  return (
    <>
      {letter && (
        <EnterCode
          key={letter.issued_at}
          letter={letter}
          words={{
            sent: t.official.sent(letter.sent_to ?? ''),
            code: t.official.code,
            missing: t.official.missing,
            send: t.official.enter,
            right: '',
            void: t.official.void,
          }}
          onEnter={prove}
        />
      )}
      {official.to !== null && (
        <form className="stack gap-14" onSubmit={form.onSubmit} noValidate>
          {!letter && <p dir="auto">{t.official.where(official.to)}</p>}
          <FormHead of={form} />
          <FormState of={form} />
          <Actions>
            <Button look={letter ? 'plain' : 'primary'} icon="mail" type="submit" off={form.busy}>
              {letter ? t.official.again : t.official.send}
            </Button>
          </Actions>
        </form>
      )}
    </>
  )
}
