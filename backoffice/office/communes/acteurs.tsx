import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AdminActeur } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Empty } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { number } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import { t } from './texts.ts'

/** The acteurs of the commune and those whose zone includes it. */
export function Acteurs({
  id,
  mairie,
  page,
  onPage,
}: {
  readonly id: string
  readonly mairie: string | null
  readonly page: number
  onPage(page: number | undefined): void
}) {
  const listed = useQuery({
    ...reading('GET /api/v1/admin/communes/{id}/acteurs', {
      params: { id },
      query: { page },
    }),
    placeholderData: keepPreviousData,
  })
  const columns: readonly Column<AdminActeur>[] = [
    { name: nouns.nom, of: ({ nom }) => nom },
    { name: t.acteurs.type, of: ({ type }) => t.acteurs.types[type] },
    {
      name: nouns.state,
      of: acteur => (
        <>
          {acteur.id === mairie && <Chip tone="info">{t.acteurs.mairie}</Chip>}{' '}
          {!acteur.active && <Chip tone="bad">{t.acteurs.inactive}</Chip>}
          {acteur.active && !acteur.valide && <Chip tone="wait">{t.acteurs.unchecked}</Chip>}
        </>
      ),
    },
    {
      name: nouns.publications,
      isNumber: true,
      of: ({ publications_count }) => number(publications_count),
    },
  ]
  return (
    <TablePage
      caption={t.part.acteurs}
      columns={columns}
      listed={listed}
      page={page}
      onPage={onPage}
      empty={<Empty title={t.acteurs.none}>{t.acteurs.noneNext}</Empty>}
    />
  )
}
