import { type ReactNode, useState } from 'react'
import { PAUSES } from '../../../shared/words/api-keys.ts'
import {
  DISABLED_FOR,
  ENDPOINT_STATES,
  type EndpointState,
  WEBHOOK_EVENTS,
} from '../../../shared/words/webhooks.ts'
import type { CreatedWebhook, Webhook } from '../api/contract.ts'
import { SecretList } from '../api-keys/secret-list.tsx'
import { useActs } from '../forms/acts.tsx'
import { Button } from '../ui/button.tsx'
import { Chip, type Tone } from '../ui/chip.tsx'
import { moment } from '../words/format.ts'
import { labelOf } from '../words/language.ts'
import { actions, common } from '../words/texts.ts'
import { t } from './texts.ts'
import own from './webhooks.module.css'

const TONES: Readonly<Record<EndpointState, Tone>> = {
  unverified: 'wait',
  active: 'ok',
  paused: 'wait',
  disabled: 'bad',
}

/** The requests that manage an endpoint. */
interface EndpointActs {
  verify(id: string): Promise<unknown>
  disable(id: string): Promise<unknown>
  test(id: string): Promise<unknown>
  exchange(id: string): Promise<{ readonly data: CreatedWebhook }>
  remove(id: string): Promise<unknown>
}

/** A list of webhook endpoints: one is added, verified, disabled or deleted; its secret is shown once. */
export function Webhooks({
  endpoints,
  acts,
  form,
  edit,
  log,
  onChanged,
}: {
  readonly endpoints: readonly Webhook[]
  readonly acts: EndpointActs
  /** The form of a new one. */
  form(onClose: () => void, onCreated: (endpoint: CreatedWebhook) => Promise<void>): ReactNode
  /** The form of this one. */
  edit(of: Webhook, onClose: () => void, onSaved: () => Promise<void>): ReactNode
  log(endpoint: Webhook): ReactNode
  /** Reloads the endpoints. */
  onChanged(): Promise<unknown>
}) {
  const secretActs = useActs(onChanged)
  const { act, confirm, tell, busy } = secretActs
  const [editing, setEditing] = useState<Webhook>()
  const [tests, setTests] = useState(0)
  const [opened, setOpened] = useState<string>()
  const test = async (id: string) => {
    await acts.test(id)
    setOpened(id)
    setTests(tests + 1)
  }
  const askToRemove = ({ id, nom }: Webhook) =>
    confirm({
      title: t.removing(nom),
      about: t.removingAbout,
      keep: t.notRemove,
      now: t.remove,
      work: () => acts.remove(id),
      done: t.removed(nom),
    })
  return (
    <>
      <SecretList of={endpoints} words={t.secrets} acts={secretActs} form={form} readAgain={onChanged}>
        {(endpoint, show) => {
          const { id, nom, state } = endpoint
          const button = (label: string, press: () => unknown, off?: boolean) => (
            <Button look="quiet" aria-label={t.of(label, nom)} off={off} onClick={press}>
              {label}
            </Button>
          )
          const sending = (label: string, work: () => Promise<unknown>, done?: string) =>
            button(label, () => act(work, done), busy)
          return (
            <>
              <Shown of={endpoint} />
              <div className={`row gap-6-10 ${own.acts}`}>
                {(state === 'unverified' || state === 'disabled') &&
                  sending(t.verify, () => acts.verify(id), t.verified(nom))}
                {state === 'active' && sending(t.disable, () => acts.disable(id), t.disabled(nom))}
                {state === 'active' && sending(t.test, () => test(id), t.tested(nom))}
                {button(actions.edit, () => setEditing(endpoint))}
                {sending(t.exchange, async () => show((await acts.exchange(id)).data))}
                {button(opened === id ? t.closeLog : t.log, () => setOpened(opened === id ? undefined : id))}
                {button(t.remove, () => askToRemove(endpoint))}
              </div>
              {opened === id && (
                <div key={tests} className={own.log}>
                  {log(endpoint)}
                </div>
              )}
            </>
          )
        }}
      </SecretList>
      {editing &&
        edit(
          editing,
          () => setEditing(undefined),
          async () => {
            setEditing(undefined)
            await onChanged()
            tell(t.edited(editing.nom))
          },
        )}
    </>
  )
}

function Shown({ of }: { readonly of: Webhook }) {
  const { nom, url, state, paused_for, events, acteur, communes, epcis, created_by, waiting } = of
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
        <code className="soft second" dir="ltr">
          {url}
        </code>
      </p>
      <p>{events.map(event => labelOf(WEBHOOK_EVENTS[event])).join(' · ')}</p>
      <p className="soft second" dir="auto">
        {facts.filter(Boolean).join(' · ')}
      </p>
      {state === 'unverified' && <p>{t.unverified}</p>}
      {paused_for && (
        <p>
          {t.paused} {labelOf(PAUSES[paused_for])}
        </p>
      )}
      {of.disabled_for && <p>{labelOf(DISABLED_FOR[of.disabled_for])}</p>}
      {state === 'active' && of.failing_since && <p>{t.failing(when(of.failing_since))}</p>}
      {of.former_until && <p>{t.former(when(of.former_until))}</p>}
    </div>
  )
}
