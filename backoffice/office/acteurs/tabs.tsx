import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ActeurMerge, AdminActeur, HistoryEntry } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { date, moment } from '../../kit/words/format.ts'
import { common, nouns } from '../../kit/words/texts.ts'
import { readAgain, undoMerge } from './queries.ts'
import { t } from './texts.ts'

/** The tabs of an acteur, except its fields and members. */

const Loaded = <T,>({
  of,
  children,
}: {
  readonly of: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}) => (of.data ? children(of.data) : <NotYet {...of} />)

export function PublicationsOf({ acteur }: { readonly acteur: AdminActeur }) {
  const moderates = usePerson()?.areas.includes('moderation')
  const isOpen = acteur.active && acteur.deleted_at === null
  const listed = useQuery({
    ...reading('GET /api/v1/acteurs/{acteurId}/publications', {
      params: { acteurId: acteur.id },
      query: { per_page: 20 },
    }),
    enabled: isOpen,
  })
  return (
    <Section title={t.tab.publications}>
      <p>
        {moderates ? (
          <Link to="/moderation" search={{ onglet: 'publiees', acteur: acteur.id }}>
            {t.publications.all(acteur.publications_count)}
          </Link>
        ) : (
          t.publications.count(acteur.publications_count)
        )}
      </p>
      {isOpen && (
        <Loaded of={listed}>
          {({ data }) =>
            data.length === 0 ? (
              <p>{t.publications.none}</p>
            ) : (
              <ul>
                {data.map(({ id, title }) => (
                  <li key={id} dir="auto">
                    {title}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </Section>
  )
}

export function ClaimsOf({ id }: { readonly id: string }) {
  const listed = useQuery(reading('GET /api/v1/admin/claims', { query: { acteur_id: id, per_page: 50 } }))
  const now = new Date()
  return (
    <Section title={t.tab.demandes}>
      <Loaded of={listed}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t.claims.none}</p>
          ) : (
            <ul>
              {data.map(claim => (
                <li key={claim.id}>
                  <Link to="/demandes" search={{ acteur: id, item: claim.id }} dir="auto">
                    {claim.nom ?? claim.email ?? common.visitor}
                  </Link>
                  , {moment(new Date(claim.created_at), now)}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

export function SubscriptionOf({ id }: { readonly id: string }) {
  const isLetIn = usePerson()?.areas.includes('reserved') ?? false
  const listed = useQuery({
    ...reading('GET /api/v1/admin/subscriptions', { query: { acteur_id: id } }),
    enabled: isLetIn,
  })
  return (
    <Section title={t.tab.abonnement}>
      {!isLetIn ? (
        <p>{t.subscription.reserved}</p>
      ) : (
        <Loaded of={listed}>
          {({ data }) =>
            data.length === 0 ? (
              <p>{t.subscription.none}</p>
            ) : (
              data.map(one => (
                <Facts
                  key={one.id}
                  facts={[
                    [nouns.plan, one.plan],
                    [nouns.state, one.status],
                    [
                      t.subscription.period,
                      one.current_period_end && date(new Date(one.current_period_end), new Date()),
                    ],
                  ]}
                />
              ))
            )
          }
        </Loaded>
      )}
    </Section>
  )
}

const isEvent = (action: string): action is keyof typeof t.event => action in t.event
const FLAGS = ['valide', 'badge', 'active', 'can_publish']
function eventOf({ action, changes }: HistoryEntry): string {
  const isOff = changes.some(
    ({ field, after }) => FLAGS.includes(field) && (after === false || after === null),
  )
  const isNew = changes.some(({ field, before }) => field === 'role' && before === null)
  const variant = `${action}:${isOff ? 'off' : isNew ? 'new' : ''}`
  return t.event[isEvent(variant) ? variant : isEvent(action) ? action : 'other']
}

interface History {
  readonly acteur: AdminActeur
  say(text: string): void
}

export function HistoryOf({ acteur, say }: History) {
  const { id, version } = acteur
  const listed = useQuery({
    // The version in the key refetches the history after each change.
    queryKey: ['history', id, version],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/acteurs/{id}/history', { params: { id }, query: { per_page: 50 }, signal }),
  })
  const now = new Date()
  return (
    <>
      <MergesOf acteur={acteur} say={say} />
      <Section title={t.tab.historique}>
        <Loaded of={listed}>
          {({ data }) =>
            data.length === 0 ? (
              <p>{t.history.none}</p>
            ) : (
              <ul>
                {data.map(entry => (
                  <li key={entry.id}>
                    {moment(new Date(entry.at), now)} : {eventOf(entry)}
                    {entry.by && `, ${entry.by.nom ?? common.nameless}`}
                    {entry.key && `, ${t.history.byKey(entry.key.nom)}`}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
    </>
  )
}

function MergesOf({ acteur: { id, may }, say }: History) {
  const { data } = useQuery(reading('GET /api/v1/admin/acteurs/{id}/merges', { params: { id } }))
  const { act, failure } = useActs(readAgain)
  const merges = data?.data ?? []
  const undo = async (merge: ActeurMerge) => {
    await undoMerge(id, merge.id)
    say(t.merge.separated(merge.from.nom))
  }
  if (merges.length === 0) return null
  const now = new Date()
  return (
    <Section title={t.merge.list}>
      <ul>
        {merges.map(merge => {
          const { publications, members, claims, subscriptions, import_sources } = merge.moved
          const at = moment(new Date(merge.merged_at), now)
          return (
            <li key={merge.id}>
              {merge.into.id === id ? t.merge.from(merge.from.nom, at) : t.merge.into(merge.into.nom, at)} (
              {t.merge.moved(publications, members, claims + subscriptions + import_sources)}){' '}
              {merge.undone_at
                ? t.merge.undone
                : may.includes('govern') && (
                    <Button look="link" onClick={() => act(() => undo(merge))}>
                      {t.merge.undo}
                    </Button>
                  )}
            </li>
          )
        })}
      </ul>
      {failure}
    </Section>
  )
}
