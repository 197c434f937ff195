import { useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { STATUTS, type Statut } from '../../../shared/words/defibrillateurs.ts'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { actions, nouns } from '../../kit/words/texts.ts'
import css from './devices.module.css'
import { t } from './texts.ts'

/** Refetches the lists, the counts of the map and the open item. */
export const refreshDevices = () =>
  client.invalidateQueries({
    predicate: ({ queryKey: [route] }) => typeof route === 'string' && route.includes('defibrillateurs'),
  })

const send = (ids: readonly string[], statut: Statut) =>
  call('PATCH /api/v1/admin/defibrillateurs-france/bulk', { body: { ids, statut } })

/** Sets one status on several defibrillators. Undo restores the status of each. */
export function Bulk({ chosen, onDone }: { readonly chosen: ReadonlyMap<string, Statut>; onDone(): void }) {
  const [statut, setStatut] = useState<Statut>('actif')
  const [before, setBefore] = useState<ReadonlyMap<string, Statut>>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async (work: () => Promise<unknown>, after: ReadonlyMap<string, Statut> | undefined) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    await work().then(() => setBefore(after), setError)
    await refreshDevices()
    setBusy(false)
  }
  const undo = async (known: ReadonlyMap<string, Statut>) => {
    for (const [word, pairs] of Map.groupBy(known, ([, word]) => word))
      await send(
        pairs.map(([id]) => id),
        word,
      )
  }
  return (
    <div className={css.bulk}>
      <span role="status">{before ? t.bulk.done(before.size) : t.bulk.chosen(chosen.size)}</span>
      {before ? (
        <Button look="link" icon="undo" off={busy} onClick={() => void run(() => undo(before), undefined)}>
          {actions.undo}
        </Button>
      ) : (
        <>
          <Select
            label={nouns.state}
            value={statut}
            onChange={event => setStatut(event.currentTarget.value as Statut)}
          >
            {namesOf(STATUTS).map(one => (
              <option key={one} value={one}>
                {t.statuts[one]}
              </option>
            ))}
          </Select>
          <Button
            look="primary"
            off={busy}
            onClick={() => void run(() => send([...chosen.keys()], statut), chosen)}
          >
            {t.bulk.apply}
          </Button>
        </>
      )}
      <Button look="quiet" onClick={onDone}>
        {t.bulk.leave}
      </Button>
      {error !== undefined && <Problem error={error} />}
    </div>
  )
}
