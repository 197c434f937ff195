import { type ReactNode, useState } from 'react'
import {
  DISABLED_FOR,
  ENDPOINT_STATES,
  type EndpointState,
  WEBHOOK_EVENTS,
} from '../../../shared/words/webhooks.ts'
import type { CreatedWebhook, Webhook } from '../api/contract.ts'
import { Created } from '../api-keys/created.tsx'
import css from '../api-keys/keys.module.css'
import { FormState } from '../forms/form-state.tsx'
import { useRecord } from '../forms/record.ts'
import { Button } from '../ui/button.tsx'
import { Chip, type Tone } from '../ui/chip.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { Done, Failure, sentenceOf } from '../ui/message.tsx'
import { moment } from '../words/format.ts'
import { labelOf } from '../words/language.ts'
import { common } from '../words/texts.ts'
import { t } from './texts.ts'
import own from './webhooks.module.css'

const TONES: Readonly<Record<EndpointState, Tone>> = {
  unverified: 'wait',
  active: 'ok',
  paused: 'wait',
  disabled: 'bad',
}

/** The requests that manage an endpoint. */
export interface EndpointActs {
  verify(id: string): Promise<unknown>
  disable(id: string): Promise<unknown>
  exchange(id: string): Promise<{ readonly data: CreatedWebhook }>
  remove(id: string): Promise<unknown>
}

/** A list of webhook endpoints: one is added, verified, disabled or deleted; its secret is shown once. */
export function Webhooks({
  endpoints,
  acts,
  form,
  log,
  onChanged,
}: {
  readonly endpoints: readonly Webhook[]
  readonly acts: EndpointActs
  /** The form of a new one. */
  form(onClose: () => void, onCreated: (endpoint: CreatedWebhook) => Promise<void>): ReactNode
  log(endpoint: Webhook): ReactNode
  /** Reloads the endpoints. */
  onChanged(): Promise<unknown>
}) {
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Webhook>()
  const [opened, setOpened] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const [said, setSaid] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState<string>()
  const run = async (id: string, work: () => Promise<string | undefined>) => {
    setBusy(id)
    setSaid(undefined)
    setError(undefined)
    try {
      setSaid(await work())
    } catch (failure) {
      setError(failure)
    }
    setBusy(undefined)
    await onChanged()
  }
  const show = async ({ secret: made }: CreatedWebhook) => {
    setSecret(made)
    await onChanged()
  }
  return (
    <>
      <Done>{said}</Done>
      {error !== undefined && <Failure>{sentenceOf(error)}</Failure>}
      {endpoints.length === 0 ? (
        <p className={css.soft}>{t.none}</p>
      ) : (
        <ul className={css.keys} aria-label={t.list}>
          {endpoints.map(endpoint => {
            const { id, nom, state } = endpoint
            const act = (label: string, work: () => Promise<string | undefined>) => (
              <Button
                look="quiet"
                aria-label={t.of(label, nom)}
                off={busy === id}
                onClick={() => void run(id, work)}
              >
                {label}
              </Button>
            )
            return (
              <li key={id}>
                <Shown of={endpoint} />
                <div className={own.acts}>
                  {(state === 'unverified' || state === 'disabled') &&
                    act(t.verify, async () => {
                      await acts.verify(id)
                      return t.verified(nom)
                    })}
                  {state === 'active' &&
                    act(t.disable, async () => {
                      await acts.disable(id)
                      return t.disabled(nom)
                    })}
                  {act(t.exchange, async () => {
                    await show((await acts.exchange(id)).data)
                    return undefined
                  })}
                  <Button
                    look="quiet"
                    aria-label={t.of(opened === id ? t.closeLog : t.log, nom)}
                    onClick={() => setOpened(opened === id ? undefined : id)}
                  >
                    {opened === id ? t.closeLog : t.log}
                  </Button>
                  <Button look="quiet" aria-label={t.of(t.remove, nom)} onClick={() => setRemoving(endpoint)}>
                    {t.remove}
                  </Button>
                </div>
                {opened === id && <div className={own.log}>{log(endpoint)}</div>}
              </li>
            )
          })}
        </ul>
      )}
      <div>
        <Button onClick={() => setAdding(true)}>{t.create}</Button>
      </div>
      {isAdding &&
        form(
          () => setAdding(false),
          async endpoint => {
            setAdding(false)
            await show(endpoint)
          },
        )}
      {removing && (
        <Remove
          of={removing}
          onClose={() => setRemoving(undefined)}
          remove={async () => {
            await acts.remove(removing.id)
            setRemoving(undefined)
            setSaid(t.removed(removing.nom))
            await onChanged()
          }}
        />
      )}
      {secret !== undefined && (
        <Created
          secret={secret}
          words={{
            madeTitle: t.madeTitle,
            made: t.made,
            secret: t.secret,
            copy: t.copy,
            copied: t.copied,
            notCopied: t.notCopied,
            kept: t.kept,
          }}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

function Shown({ of }: { readonly of: Webhook }) {
  const { nom, url, state, events, acteur, communes, epcis, created_by, waiting } = of
  const now = new Date()
  const when = (at: string) => moment(new Date(at), now)
  const names = [...(acteur ? [acteur] : []), ...communes, ...epcis].map(one => one.nom)
  const facts = [
    names.length > 0 ? t.forWhom(names.join(', ')) : t.everything,
    created_by && t.createdBy(created_by.nom ?? common.nameless),
    waiting > 0 && t.waiting(waiting),
  ]
  return (
    <div>
      <b dir="auto">{nom}</b> <Chip tone={TONES[state]}>{labelOf(ENDPOINT_STATES[state])}</Chip>
      <p>
        <code dir="ltr">{url}</code>
      </p>
      <p>{events.map(event => labelOf(WEBHOOK_EVENTS[event])).join(' · ')}</p>
      <p className={css.soft} dir="auto">
        {facts.filter(Boolean).join(' · ')}
      </p>
      {state === 'unverified' && <p>{t.unverified}</p>}
      {state === 'paused' && <p>{t.paused}</p>}
      {of.disabled_for && <p>{labelOf(DISABLED_FOR[of.disabled_for])}</p>}
      {state === 'active' && of.failing_since && <p>{t.failing(when(of.failing_since))}</p>}
      {of.former_until && <p>{t.former(when(of.former_until))}</p>}
    </div>
  )
}

function Remove({ of, remove, onClose }: { readonly of: Webhook; remove(): Promise<void>; onClose(): void }) {
  const form = useRecord<Webhook, { readonly id: string }>({
    key: undefined,
    record: of,
    typedOf: ({ id }) => ({ id }),
    send: async () => void (await remove()),
  })
  return (
    <Dialog title={t.removing(of.nom)} about={t.removingAbout} onClose={onClose} onSubmit={form.submit}>
      <FormState of={form} />
      <Acts>
        <Button onClick={onClose}>{t.notRemove}</Button>
        <Button look="grave" type="submit" off={form.busy}>
          {t.remove}
        </Button>
      </Acts>
    </Dialog>
  )
}
