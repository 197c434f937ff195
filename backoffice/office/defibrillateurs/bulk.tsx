import { useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { STATUTS, type Statut } from '../../../shared/words/defibrillateurs.ts'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Select } from '../../kit/ui/field.tsx'
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
  const { act, busy, failure } = useActs(refreshDevices)
  const apply = async () => {
    await send([...chosen.keys()], statut)
    setBefore(chosen)
  }
  const undo = async (known: ReadonlyMap<string, Statut>) => {
    for (const [word, pairs] of Map.groupBy(known, ([, word]) => word))
      await send(
        pairs.map(([id]) => id),
        word,
      )
    setBefore(undefined)
  }
  return (
    <div className={`row gap-8-12 round ${css.bulk}`}>
      <span role="status">{before ? t.bulk.done(before.size) : t.bulk.chosen(chosen.size)}</span>
      {before ? (
        <Button look="link" icon="undo" off={busy} onClick={() => act(() => undo(before))}>
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
          <Button look="primary" off={busy} onClick={() => act(apply)}>
            {t.bulk.apply}
          </Button>
        </>
      )}
      <Button look="quiet" onClick={onDone}>
        {t.bulk.leave}
      </Button>
      {failure}
    </div>
  )
}
