import { type ReactNode, useState } from 'react'
import type { Limit } from '../../kit/api-keys/new-key.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { type Chosen, PickSeveral } from '../../kit/ui/pick-several.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { nouns } from '../../kit/words/texts.ts'

type Kind = 'all' | 'acteur' | 'communes' | 'epcis'
interface Words {
  readonly limit: string
  /** In the order of the choice; the first one is chosen. */
  readonly kinds: Readonly<Partial<Record<Kind, string>>>
  readonly add: { readonly communes: string; readonly epcis: string }
}

/** The inputs for the acteur, communes or intercommunalities of a key or webhook; `limit` is undefined while none is chosen. */
export function useLimit({ limit: label, kinds, add }: Words): {
  readonly limit: Limit | undefined
  input(error?: string): ReactNode
} {
  const [kind, setKind] = useState<Kind>(Object.keys(kinds)[0] as Kind)
  const [acteur, setActeur] = useState<string>()
  const [chosen, setChosen] = useState<{ readonly [name in 'communes' | 'epcis']: readonly Chosen[] }>({
    communes: [],
    epcis: [],
  })
  const idsOf = (name: 'communes' | 'epcis') => chosen[name].map(({ id }) => id)
  const limits: Readonly<Record<Kind, Limit | undefined>> = {
    all: {},
    acteur: acteur === undefined ? undefined : { acteur_id: acteur },
    communes: chosen.communes.length > 0 ? { commune_ids: idsOf('communes') } : undefined,
    epcis: chosen.epcis.length > 0 ? { epci_codes: idsOf('epcis') } : undefined,
  }
  return {
    limit: limits[kind],
    input: error => (
      <>
        <Select
          label={label}
          value={kind}
          error={kind === 'acteur' ? undefined : error}
          onChange={event => setKind(event.currentTarget.value as Kind)}
        >
          <Options of={Object.entries(kinds)} />
        </Select>
        {kind === 'acteur' && (
          <Picker kind="acteurs" label={nouns.acteur} error={error} value={acteur} onChange={setActeur} />
        )}
        {(kind === 'communes' || kind === 'epcis') && (
          <PickSeveral
            key={kind}
            kind={kind}
            label={add[kind]}
            chosen={chosen[kind]}
            onChange={all => setChosen({ ...chosen, [kind]: all })}
          />
        )}
      </>
    ),
  }
}
