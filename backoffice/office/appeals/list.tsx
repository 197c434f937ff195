import type { UseQueryResult } from '@tanstack/react-query'
import type { Appeal, AppealPage } from '../../kit/api/contract.ts'
import { Choice } from '../../kit/desk/choice.tsx'
import { ItemLink } from '../../kit/desk/item-link.tsx'
import { Pager } from '../../kit/desk/pager.tsx'
import { ListPane } from '../../kit/desk/panes.tsx'
import { Row } from '../../kit/desk/row.tsx'
import { Rows } from '../../kit/desk/rows.tsx'
import { ItemAge } from '../../kit/desk/waiting-since.tsx'
import { usePerson } from '../../kit/person.ts'
import { Chip, type Tone } from '../../kit/ui/chip.tsx'
import { common } from '../../kit/words/texts.ts'
import type { AppealsAddress, Kind } from './address.ts'
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
  const change = (sorte: Kind | undefined) => go({ page: undefined, item: undefined, sorte })
  return (
    <ListPane
      label={t.tab[tab]}
      tools={
        <Choice
          label={t.kindFilter}
          value={address.sorte}
          all={t.allKinds}
          options={Object.entries(t.kinds) as [Kind, string][]}
          onChange={change}
        />
      }
      below={
        <Pager
          page={address.page ?? 1}
          shown={rows.length}
          meta={listed.data?.meta}
          onPage={page => go({ page, item: undefined })}
        />
      }
    >
      <Rows
        listed={listed}
        empty={t.empty[tab]}
        emptyNext={t.emptyNext}
        onShowAll={address.sorte && (() => change(undefined))}
      >
        {rows.map(appeal => {
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
      </Rows>
    </ListPane>
  )
}
