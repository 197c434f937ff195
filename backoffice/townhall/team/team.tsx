import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Colleague } from '../../kit/api/contract.ts'
import { client, me, reading } from '../../kit/api/queries.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { mailed } from '../../kit/no-mail.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { InView, NotYet } from '../../kit/ui/message.tsx'
import { nouns } from '../../kit/words/texts.ts'
import { useActeur } from '../acteur.ts'
import { Page } from '../layout.tsx'
import { ownActeur } from '../page/own-acteur.ts'
import { Invite } from './invite.tsx'
import { type Asked, Person } from './person.tsx'
import { Question } from './question.tsx'
import css from './team.module.css'
import { t } from './texts.ts'

/** The members of the acteur: all of them see the list, owners change it. */
export function Team() {
  const { acteur_id, nom } = useActeur()
  const params = { id: acteur_id }
  const own = useQuery(ownActeur(acteur_id))
  const team = useQuery(reading('GET /api/v1/me/acteurs/{id}/members', { params, query: { per_page: 100 } }))
  const [asked, setAsked] = useState<Asked | { readonly what: 'invite' }>()
  const { tell, outcome } = useActs()
  const acteur = own.data?.data
  const people = team.data?.data ?? []
  const leads = acteur?.may.includes('lead') ?? false
  const inCharge = people.filter(({ role, expected }) => role === 'owner' && !expected)
  const ended = async (sentence: string | undefined) => {
    setAsked(undefined)
    await readAgain()
    tell(sentence)
  }
  const ask = (question: NonNullable<typeof asked>) => {
    tell(undefined)
    setAsked(question)
  }
  return (
    <Page title={nouns.team} about={t.about(nom)}>
      <NotYet data={own.data} error={own.error} refetch={own.refetch} />
      {own.data && <NotYet data={team.data} error={team.error} refetch={team.refetch} />}
      <div className="stack gap-16 top-20">
        <InView>{outcome}</InView>
        {acteur && leads && (
          <p>
            <Button look="primary" icon="person" onClick={() => ask({ what: 'invite' })}>
              {t.invite}
            </Button>
          </p>
        )}
        {acteur && (
          <ul className={`stack gap-14 ${css.people}`} aria-label={t.list}>
            {inOrder(people).map(one => (
              <Person
                key={one.id}
                of={one}
                atOnce={acteur.can_publish}
                leads={leads}
                isAlone={inCharge.length === 1 && inCharge[0]?.id === one.id}
                onAsk={ask}
              />
            ))}
          </ul>
        )}
      </div>
      {acteur && asked?.what === 'invite' && (
        <Invite
          acteur={acteur}
          onClose={() => setAsked(undefined)}
          onDone={name => ended(mailed(t.invited(name)))}
        />
      )}
      {acteur && asked && asked.what !== 'invite' && (
        <Question acteur={acteur} asked={asked} onClose={() => void ended(undefined)} onDone={ended} />
      )}
    </Page>
  )
}

/** The user first, then owners, then by name. */
const inOrder = (people: readonly Colleague[]) =>
  people.toSorted(
    (one, other) =>
      Number(other.myself) - Number(one.myself) ||
      Number(other.role === 'owner') - Number(one.role === 'owner') ||
      (one.nom ?? one.email ?? '').localeCompare(other.nom ?? other.email ?? '', 'fr'),
  )

/** Refetches the user's own rights too: they may have changed. */
const readAgain = () =>
  client.invalidateQueries({
    predicate: ({ queryKey: [route] }) =>
      route === me().queryKey[0] || String(route).startsWith('GET /api/v1/me/acteurs/'),
  })
