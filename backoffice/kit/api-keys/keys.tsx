import { type ReactNode, useState } from 'react'
import { KEY_SCOPES, KEY_STATES, type KeyState } from '../../../shared/words/api-keys.ts'
import type { ApiKey, CreatedApiKey } from '../api/contract.ts'
import { FormState } from '../forms/form-state.tsx'
import { useRecord } from '../forms/record.ts'
import { Button } from '../ui/button.tsx'
import { Chip, type Tone } from '../ui/chip.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { Done } from '../ui/message.tsx'
import { date, moment } from '../words/format.ts'
import { labelOf } from '../words/language.ts'
import { common } from '../words/texts.ts'
import { Created } from './created.tsx'
import css from './keys.module.css'
import { t } from './texts.ts'

const TONES: Readonly<Record<KeyState, Tone>> = {
  active: 'ok',
  paused: 'wait',
  expired: 'plain',
  revoked: 'bad',
}

/** A list of API keys: one is created, shown once, or revoked. */
export function ApiKeys({
  keys,
  form,
  revoke,
  onChanged,
}: {
  readonly keys: readonly ApiKey[]
  /** The form of a new key. */
  form(onClose: () => void, onCreated: (key: CreatedApiKey) => Promise<void>): ReactNode
  revoke(id: string): Promise<unknown>
  /** Reloads the keys. */
  onChanged(): Promise<unknown>
}) {
  const [asked, setAsked] = useState<ApiKey | 'new'>()
  const [created, setCreated] = useState<CreatedApiKey>()
  const [said, setSaid] = useState<string>()
  const close = () => setAsked(undefined)
  const ask = (what: ApiKey | 'new') => {
    setSaid(undefined)
    setAsked(what)
  }
  return (
    <>
      <Done>{said}</Done>
      {keys.length === 0 ? (
        <p className={css.soft}>{t.none}</p>
      ) : (
        <ul className={css.keys} aria-label={t.list}>
          {keys.map(key => (
            <li key={key.id}>
              <Shown of={key} />
              {(key.state === 'active' || key.state === 'paused') && (
                <Button look="quiet" aria-label={t.revokeThis(key.nom)} onClick={() => ask(key)}>
                  {t.revoke}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button onClick={() => ask('new')}>{t.create}</Button>
      </div>
      {asked === 'new' &&
        form(close, async key => {
          close()
          setCreated(key)
          await onChanged()
        })}
      {asked && asked !== 'new' && (
        <Revoke
          of={asked}
          onClose={close}
          revoke={async () => {
            await revoke(asked.id)
            close()
            setSaid(t.revoked(asked.nom))
            await onChanged()
          }}
        />
      )}
      {created && (
        <Created
          secret={created.secret}
          words={{
            madeTitle: t.madeTitle,
            made: t.made,
            secret: t.secret,
            copy: t.copy,
            copied: t.copied,
            notCopied: t.notCopied,
            kept: t.kept,
          }}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  )
}

/** Names three and counts the others. */
const NAMED = 3

function Shown({ of }: { readonly of: ApiKey }) {
  const { nom, prefix, state, scopes, acteur, communes, epcis, granted_to, created_by } = of
  const now = new Date()
  const day = (at: string) => date(new Date(at), now)
  const names = [...(acteur ? [acteur] : []), ...communes, ...epcis].map(one => one.nom)
  const named = names.slice(0, NAMED).join(', ')
  const facts = [
    t.forWhom(names.length > NAMED ? t.andOthers(named, names.length - NAMED) : named),
    of.revoked_at
      ? t.revokedOn(day(of.revoked_at))
      : (state === 'expired' ? t.expired : t.expires)(day(of.expires_at)),
    of.last_used_at ? t.used(moment(new Date(of.last_used_at), now)) : t.neverUsed,
    granted_to === 'operator' ? t.byCommand : created_by && t.createdBy(created_by.nom ?? common.nameless),
  ]
  return (
    <div>
      <b dir="auto">{nom}</b> <code dir="ltr">{prefix}…</code>{' '}
      <Chip tone={TONES[state]}>{labelOf(KEY_STATES[state])}</Chip>
      <p>{scopes.map(scope => labelOf(KEY_SCOPES[scope])).join(' · ')}</p>
      <p className={css.soft} dir="auto">
        {facts.filter(Boolean).join(' · ')}
      </p>
      {state === 'paused' && <p>{t.paused}</p>}
    </div>
  )
}

function Revoke({ of, revoke, onClose }: { readonly of: ApiKey; revoke(): Promise<void>; onClose(): void }) {
  const form = useRecord<ApiKey, { readonly id: string }>({
    key: undefined,
    record: of,
    typedOf: ({ id }) => ({ id }),
    send: async () => void (await revoke()),
  })
  return (
    <Dialog title={t.revoking(of.nom)} about={t.revokingAbout} onClose={onClose} onSubmit={form.submit}>
      <FormState of={form} />
      <Acts>
        <Button onClick={onClose}>{t.notRevoke}</Button>
        <Button look="grave" type="submit" off={form.busy}>
          {t.revoke}
        </Button>
      </Acts>
    </Dialog>
  )
}
