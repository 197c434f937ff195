import { useState } from 'react'
import type { Statut } from '../../../shared/words/defibrillateurs.ts'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { actions, nouns } from '../../kit/words/texts.ts'
import css from './devices.module.css'
import { t } from './texts.ts'

/** Refetches the lists, the counts of the map and the open item. */
export const refreshDevices = () =>
  client.invalidateQueries({
    predicate: ({ queryKey: [route] }) => typeof route === 'string' && route.includes('defibrillateurs'),
  })

/** `seen`: those with another status by now stay. Answers how many were changed. */
const send = async (ids: readonly string[], statut: Statut, seen?: Statut): Promise<number> => {
  const body = { ids, statut, ...(seen && { instead_of: seen }) }
  return (await call('PATCH /api/v1/admin/defibrillateurs-france/bulk', { body })).data.updated.length
}

/** Sets one status on several defibrillators. Undo restores the status of each, unless a colleague has set another since. */
export function Bulk({ chosen, onDone }: { readonly chosen: ReadonlyMap<string, Statut>; onDone(): void }) {
  const [statut, setStatut] = useState<Statut>('actif')
  const [before, setBefore] = useState<ReadonlyMap<string, Statut>>()
  const { act, busy, outcomeLine } = useActs(refreshDevices)
  const apply = async () => {
    await send([...chosen.keys()], statut)
    setBefore(new Map([...chosen].filter(([, word]) => word !== statut)))
  }
  /** Answers how many stay. */
  const undo = async (known: ReadonlyMap<string, Statut>) => {
    let left = known.size
    for (const [word, pairs] of Map.groupBy(known, ([, word]) => word)) {
      const ids = pairs.map(([id]) => id)
      left -= await send(ids, word, statut)
    }
    setBefore(undefined)
    return left
  }
  return (
    <div className={`row gap-8-12 round ${css.bulk}`}>
      <span role="status">{before ? t.bulk.done(before.size) : t.bulk.chosen(chosen.size)}</span>
      {before ? (
        <Button look="link" icon="undo" off={busy} onClick={() => act(() => undo(before), t.bulk.undone)}>
          {actions.undo}
        </Button>
      ) : (
        <>
          <Select
            label={nouns.state}
            value={statut}
            onChange={event => setStatut(event.currentTarget.value as Statut)}
          >
            <Options of={Object.entries(t.statuts)} />
          </Select>
          <Button look="primary" off={busy} onClick={() => act(apply)}>
            {t.bulk.apply}
          </Button>
        </>
      )}
      <Button look="quiet" onClick={onDone}>
        {t.bulk.leave}
      </Button>
      {outcomeLine('if-any')}
    </div>
  )
}
