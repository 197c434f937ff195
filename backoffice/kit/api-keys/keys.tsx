import type { ReactNode } from 'react'
import { KEY_SCOPES, KEY_STATES, type KeyState, PAUSES } from '../../../shared/words/api-keys.ts'
import type { ApiKey, CreatedApiKey } from '../api/contract.ts'
import { useActs } from '../forms/acts.tsx'
import { Button } from '../ui/button.tsx'
import { Chip, type Tone } from '../ui/chip.tsx'
import { date, moment } from '../words/format.ts'
import { labelOf } from '../words/language.ts'
import { common } from '../words/texts.ts'
import { SecretList } from './secret-list.tsx'
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
  const acts = useActs(onChanged)
  const ask = ({ id, nom }: ApiKey) =>
    acts.confirm({
      title: t.revoking(nom),
      about: t.revokingAbout,
      keep: t.notRevoke,
      now: t.revoke,
      work: () => revoke(id),
      done: t.revoked(nom),
    })
  return (
    <SecretList of={keys} words={t.secrets} acts={acts} form={form} readAgain={onChanged}>
      {key => (
        <>
          <Shown of={key} />
          {(key.state === 'active' || key.state === 'paused') && (
            <Button look="quiet" aria-label={t.revokeThis(key.nom)} onClick={() => ask(key)}>
              {t.revoke}
            </Button>
          )}
        </>
      )}
    </SecretList>
  )
}

/** Names three and counts the others. */
const NAMED = 3

function Shown({ of }: { readonly of: ApiKey }) {
  const { nom, prefix, state, paused_for, scopes, acteur, communes, epcis, granted_to, created_by } = of
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
      <b dir="auto">{nom}</b>{' '}
      <code className="soft second" dir="ltr">
        {prefix}…
      </code>{' '}
      <Chip tone={TONES[state]}>{labelOf(KEY_STATES[state])}</Chip>
      <p>{scopes.map(scope => labelOf(KEY_SCOPES[scope])).join(' · ')}</p>
      <p className="soft second" dir="auto">
        {facts.filter(Boolean).join(' · ')}
      </p>
      {paused_for && (
        <p>
          {t.paused} {labelOf(PAUSES[paused_for])}
        </p>
      )}
    </div>
  )
}
