import { useQuery } from '@tanstack/react-query'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { date } from '../../kit/words/format.ts'
import { t } from './texts.ts'

/** The subscription of the acteur, for its owners; nothing where none is sold. */
export function OwnSubscription({ acteur }: { readonly acteur: string }) {
  const params = { id: acteur }
  const { data } = useQuery(reading('GET /api/v1/me/acteurs/{id}/subscription', { params }))
  const { act, busy, failure } = useActs()
  const { subscription, may = [] } = data?.data ?? {}
  if (!subscription && may.length === 0) return null
  const open = async (page: (typeof may)[number]) => {
    const { data } = await call('POST /api/v1/me/acteurs/{id}/subscription/page', { params, body: { page } })
    location.assign(data.url)
    // Until the page is left, its buttons send nothing. Back shows it as it was left.
    await new Promise(shown => addEventListener('pageshow', shown, { once: true }))
  }
  const day = (at: string) => date(new Date(at), new Date())
  const end = subscription?.current_period_end
  return (
    <Section title={t.subscription.title}>
      <p>
        {subscription ? t.subscription.states[subscription.status] : t.subscription.none}
        {end &&
          subscription.status === 'active' &&
          ` ${t.subscription.until(day(end), subscription.cancel_at_period_end)}`}
        {subscription?.trial_end &&
          subscription.status === 'trialing' &&
          ` ${t.subscription.trialUntil(day(subscription.trial_end))}`}
      </p>
      {failure}
      <Actions>
        {may.map(page => (
          <Button
            key={page}
            look={page === 'checkout' ? 'primary' : 'plain'}
            off={busy}
            onClick={() => act(() => open(page))}
          >
            {t.subscription.open[page]}
          </Button>
        ))}
      </Actions>
      {may.length > 0 && <p className="soft second">{t.subscription.about}</p>}
    </Section>
  )
}
