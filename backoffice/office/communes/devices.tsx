import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CommunalDefibrillateur } from '../../kit/api/contract.ts'
import { listing } from '../../kit/api/queries.ts'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Empty } from '../../kit/ui/message.tsx'
import { Actions } from '../../kit/ui/section.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { contacts } from '../../kit/words/contacts.ts'
import { nouns } from '../../kit/words/texts.ts'
import { AddDevice } from './add-device.tsx'
import { Reread } from './reread.tsx'
import { t } from './texts.ts'

const TONES = { actif: 'ok', a_verifier: 'wait', masque: 'plain', hors_service: 'bad' } as const

/** The defibrillators that a commune shows. */
export function Devices({
  id,
  isMerged,
  page,
  onPage,
}: {
  readonly id: string
  readonly isMerged: boolean
  readonly page: number
  onPage(page: number | undefined): void
}) {
  const [adding, setAdding] = useState(false)
  const listed = useQuery(
    listing('GET /api/v1/admin/communes/{id}/defibrillateurs', {
      params: { id },
      query: { page },
    }),
  )
  return (
    <>
      {!isMerged && (
        <Actions>
          <Button onClick={() => setAdding(true)}>{t.devices.add}</Button>
        </Actions>
      )}
      {!isMerged && <Reread id={id} />}
      <div className="top-16">
        <TablePage
          caption={t.part.defibrillateurs}
          columns={columns}
          listed={listed}
          page={page}
          onPage={onPage}
          empty={<Empty title={t.devices.none}>{t.devices.noneNext}</Empty>}
        />
      </div>
      {adding && <AddDevice id={id} onClose={() => setAdding(false)} />}
    </>
  )
}

const columns: readonly Column<CommunalDefibrillateur>[] = [
  {
    name: nouns.nom,
    of: ({ id, nom, gid }) => (
      <Link to="/defibrillateurs" search={{ item: id }}>
        {nom ?? gid ?? t.devices.unnamed}
      </Link>
    ),
  },
  { name: contacts.adresse, of: ({ adresse }) => adresse },
  {
    name: nouns.state,
    of: ({ statut_en_vigueur, gid }) => (
      <>
        <Chip tone={TONES[statut_en_vigueur]}>{t.devices.statuts[statut_en_vigueur]}</Chip>{' '}
        {gid === null && <Chip tone="plum">{t.devices.byHand}</Chip>}
      </>
    ),
  },
]
