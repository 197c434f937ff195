import type { UseQueryResult } from '@tanstack/react-query'
import type { Appeal, AppealPage } from '../../kit/api/contract.ts'
import { DeskList } from '../../kit/desk/desk-list.tsx'
import { ItemLink } from '../../kit/desk/item-link.tsx'
import { Row } from '../../kit/desk/row.tsx'
import { ItemAge } from '../../kit/desk/waiting-since.tsx'
import { usePerson } from '../../kit/person.ts'
import { Chip, type Tone } from '../../kit/ui/chip.tsx'
import { common } from '../../kit/words/texts.ts'
import type { AppealsAddress } from './address.ts'
import { t } from './texts.ts'

export const TONES = {
  pending: 'wait',
  upheld: 'bad',
  overturned: 'ok',
  closed: 'plain',
} as const satisfies Record<Appeal['status'], Tone>

export const whoOf = ({ by, email }: Appeal) => by?.nom ?? email ?? common.nameless

interface Props {
  readonly address: AppealsAddress
  readonly listed: UseQueryResult<AppealPage>
  /** With their outcomes since the list was loaded. */
  readonly rows: readonly Appeal[]
  readonly openId: string | undefined
  onShow(id: string): void
  go(change: Partial<AppealsAddress>): void
}

export function List({ address, listed, rows, openId, onShow, go }: Props) {
  const now = new Date()
  const me = usePerson()
  const tab = address.onglet ?? 'attente'
  const { sorte } = address
  return (
    <DeskList
      name={t.tab[tab]}
      find={t.searchIn}
      address={address}
      offered={[
        {
          label: t.kindFilter,
          value: sorte && t.kinds[sorte],
          keys: ['sorte'],
          options: Object.entries(t.kinds),
        },
      ]}
      go={go}
      listed={listed}
      empty={t.empty[tab]}
      emptyNext={t.emptyNext}
      rows={rows.map(appeal => {
        const { id, kind, nom, status, created_at, decider } = appeal
        const isOwn = status === 'pending' && decider !== null && decider.id === me?.id
        const isDone = tab === 'attente' && status !== 'pending'
        return (
          <Row
            key={id}
            isOpen={id === openId}
            isDone={isDone}
            title={
              <ItemLink desk="/contestations" id={id} title={nom} isOpen={id === openId} onShow={onShow} />
            }
            meta={`${t.kind[kind]} · ${whoOf(appeal)}`}
            marks={
              isDone ? (
                <Chip tone={TONES[status]}>{t.status[status]}</Chip>
              ) : (
                isOwn && <Chip tone="plain">{t.yours}</Chip>
              )
            }
            time={<ItemAge at={created_at} now={now} isWaiting={status === 'pending'} />}
          />
        )
      })}
    />
  )
}
