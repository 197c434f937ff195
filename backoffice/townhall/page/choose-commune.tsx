import { useNavigate } from '@tanstack/react-router'
import type { OwnActeur } from '../../kit/api/contract.ts'
import { Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { nouns } from '../../kit/words/texts.ts'
import type { PlaceAddress } from './address.ts'

/** For a town hall of several communes. */
export function ChooseCommune({ of, here }: { readonly of: OwnActeur['mairie_of']; readonly here: string }) {
  const navigate = useNavigate()
  if (of.length < 2) return null
  return (
    <Select
      label={nouns.commune}
      value={here}
      onChange={event => {
        const commune = event.currentTarget.value
        void navigate({ to: '.', search: (before: PlaceAddress) => ({ ...before, commune }) })
      }}
    >
      <Options of={of.map(({ id, nom }) => [id, nom])} />
    </Select>
  )
}
