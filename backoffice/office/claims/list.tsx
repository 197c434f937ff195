import type { UseQueryResult } from '@tanstack/react-query'
import type { Claim, ClaimPage } from '../../kit/api/contract.ts'
import { DeskList } from '../../kit/desk/desk-list.tsx'
import { ItemLink } from '../../kit/desk/item-link.tsx'
import { Row } from '../../kit/desk/row.tsx'
import { teamFilters } from '../../kit/desk/team-filters.ts'
import { t as team } from '../../kit/desk/team-texts.ts'
import { ItemAge } from '../../kit/desk/waiting-since.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { nouns } from '../../kit/words/texts.ts'
import type { ClaimsAddress } from './address.ts'
import { daysLeft, isUrgent, TONES } from './rules.ts'
import { t } from './texts.ts'

interface Props {
  readonly address: ClaimsAddress
  readonly listed: UseQueryResult<ClaimPage>
  /** With their outcomes since the list was loaded. */
  readonly rows: readonly Claim[]
  readonly openId: string | undefined
  onShow(id: string): void
  go(change: Partial<ClaimsAddress>): void
}

export function List({ address, listed, rows, openId, onShow, go }: Props) {
  const now = new Date()
  const tab = address.onglet ?? 'attente'
  const { acteur, code } = address
  return (
    <DeskList
      name={t.tab[tab]}
      find={t.searchIn}
      address={address}
      filters={[{ label: nouns.acteur, value: acteur && ['acteurs', acteur], keys: ['acteur'] }]}
      offered={[
        ...teamFilters(address),
        { label: t.proof, value: code && t.byCode, keys: ['code'], options: [['oui', t.byCode]] },
      ]}
      go={go}
      listed={listed}
      empty={t.empty[tab]}
      emptyNext={t.emptyNext}
      rows={rows.map(claim => (
        <ClaimRow
          key={claim.id}
          claim={claim}
          now={now}
          isOpen={claim.id === openId}
          isDone={tab === 'attente' && claim.status !== 'pending'}
          onShow={onShow}
        />
      ))}
    />
  )
}

function ClaimRow({
  claim,
  now,
  isOpen,
  isDone,
  onShow,
}: Pick<Props, 'onShow'> & {
  readonly claim: Claim
  readonly now: Date
  readonly isOpen: boolean
  readonly isDone: boolean
}) {
  const { id, acteur, nom, email, created_at, exchange, status, assignee, notes_count } = claim
  const isWaiting = status === 'pending'
  return (
    <Row
      isOpen={isOpen}
      isDone={isDone}
      title={<ItemLink desk="/demandes" id={id} title={acteur.nom} isOpen={isOpen} onShow={onShow} />}
      meta={[nom ?? email ?? t.noName, acteur.commune?.nom].filter(Boolean).join(' · ')}
      marks={
        (isDone || assignee || notes_count > 0 || (isWaiting && (exchange || isUrgent(claim, now)))) && (
          <>
            {isDone && <Chip tone={TONES[status]}>{t.state[status]}</Chip>}
            {isWaiting && isUrgent(claim, now) && (
              <Chip tone="wait" icon="clock">
                {t.left(daysLeft(claim, now))}
              </Chip>
            )}
            {isWaiting && exchange && (
              <Chip tone={exchange === 'answered' ? 'info' : 'plain'} icon="mail">
                {t.exchange[exchange]}
              </Chip>
            )}
            {assignee && (
              <Chip tone="plum" icon="person">
                {assignee.nom ?? team.unknown}
              </Chip>
            )}
            {notes_count > 0 && (
              <Chip tone="plain" icon="pen">
                {team.notes(notes_count)}
              </Chip>
            )}
          </>
        )
      }
      time={<ItemAge at={created_at} now={now} isWaiting={isWaiting} />}
    />
  )
}
