import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Subscription } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { RecordPage } from '../../kit/record-page.tsx'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { date } from '../../kit/words/format.ts'
import { common, nouns } from '../../kit/words/texts.ts'
import { Events } from './events.tsx'
import { State } from './payments.tsx'
import { t } from './texts.ts'

/** The page of a subscription: its acteur, its period, and the events of the provider. */
export function SubscriptionPage() {
  const { id } = useParams({ from: '/abonnements/$id' })
  const [page, setPage] = useState<number>()
  const query = useQuery(reading('GET /api/v1/admin/subscriptions/{id}', { params: { id } }))
  const one = query.data?.data
  return (
    <RecordPage
      of={query}
      title={one ? (one.acteur?.nom ?? t.nobody) : nouns.subscriptions}
      above={
        <BackLink>
          <Link to="/abonnements">{t.back}</Link>
        </BackLink>
      }
    >
      {one && (
        <>
          <About one={one} />
          <Attach one={one} onChanged={query.refetch} />
          <Section title={t.events}>
            <Events query={{ subscription_id: id }} page={page} onPage={setPage} />
          </Section>
        </>
      )}
    </RecordPage>
  )
}

function About({ one }: { readonly one: Subscription }) {
  const day = (at: string | null) => at && date(new Date(at), new Date())
  return (
    <Section title={t.about}>
      <Facts
        facts={[
          [nouns.state, <State key="state" status={one.status} />],
          [nouns.acteur, one.acteur?.nom],
          [
            nouns.person,
            one.user && (
              <Link to="/utilisateurs/$id" params={{ id: one.user.id }}>
                {one.user.nom ?? one.user.id}
              </Link>
            ),
          ],
          [nouns.plan, one.plan],
          [t.facts.from, day(one.current_period_start)],
          [t.facts.until, day(one.current_period_end)],
          [t.facts.trial, day(one.trial_end)],
          [t.facts.ends, one.cancel_at_period_end && common.yes],
          [t.facts.canceled, day(one.canceled_at)],
          [t.facts.provider, `${one.provider} · ${one.provider_subscription_id}`],
        ]}
      />
      <p>
        <Link to="/journal" search={{ sorte: 'subscription', element: one.id }}>
          {t.happened}
        </Link>
      </p>
    </Section>
  )
}

function Attach({ one, onChanged }: { readonly one: Subscription; onChanged(): Promise<unknown> }) {
  const [acteur, setActeur] = useState<string>()
  const { act, outcome, failure } = useActs(onChanged, { stale_version: t.attachedMeanwhile })
  if (one.acteur) return outcome
  const attach = (acteur_id: string) =>
    act(
      () =>
        call('PATCH /api/v1/admin/subscriptions/{id}', {
          params: { id: one.id },
          body: { acteur_id },
          version: one.version,
        }),
      t.attached,
    )
  return (
    <Section title={t.attach}>
      <p>{t.attachAbout}</p>
      <Picker kind="acteurs" label={nouns.acteur} value={acteur} onChange={setActeur} />
      {failure}
      <Actions>
        <Button look="primary" off={!acteur} onClick={() => acteur && attach(acteur)}>
          {t.attachSubmit}
        </Button>
      </Actions>
    </Section>
  )
}
