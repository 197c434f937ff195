import { useState } from 'react'
import type { Statut } from '../../../shared/words/defibrillateurs.ts'
import type { DefibrillateursChanges, NationalDefibrillateur } from '../../kit/api/contract.ts'
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

/** A device as it was when it was chosen. */
export type Chosen = Pick<NationalDefibrillateur, 'statut' | 'version'>

const send = async (body: DefibrillateursChanges) =>
  (await call('PATCH /api/v1/admin/defibrillateurs-france/bulk', { body })).data

/**
 * Sets one status on several defibrillators, but for those that a colleague has changed since they were chosen. Undo
 * restores the status of each, unless a colleague has set another since.
 */
export function Bulk({ chosen, onDone }: { readonly chosen: ReadonlyMap<string, Chosen>; onDone(): void }) {
  const [statut, setStatut] = useState<Statut>('actif')
  const [before, setBefore] = useState<ReadonlyMap<string, Statut>>()
  const { act, busy, outcomeLine } = useActs(refreshDevices)
  const apply = async () => {
    const versions = [...chosen.values()].map(({ version }) => version)
    const { stale } = await send({ ids: [...chosen.keys()], versions, statut })
    const words = [...chosen].map(([id, device]) => [id, device.statut] as const)
    setBefore(new Map(words.filter(([id, word]) => word !== statut && !stale.includes(id))))
    return stale.length
  }
  /** Answers how many stay. */
  const undo = async (known: ReadonlyMap<string, Statut>) => {
    let left = known.size
    for (const [word, pairs] of Map.groupBy(known, ([, word]) => word)) {
      const ids = pairs.map(([id]) => id)
      left -= (await send({ ids, statut: word, instead_of: statut })).updated.length
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
          <Button look="primary" off={busy} onClick={() => act(apply, left => left > 0 && t.bulk.left(left))}>
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
