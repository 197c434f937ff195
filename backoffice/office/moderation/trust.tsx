import { useQuery } from '@tanstack/react-query'
import { reading } from '../../kit/api/queries.ts'
import type { Reply } from '../../kit/api/send.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { actions } from '../../kit/words/texts.ts'
import css from './item.module.css'
import { t } from './trust-texts.ts'

type Trusted = NonNullable<Reply<'GET /api/v1/admin/publications/{id}/author-trust'>['data']>

/** Proposes to let an author publish without review, once thirty of their publications were approved as written. */
export function Trust({ id, nom }: { readonly id: string; readonly nom: string }) {
  const { data, refetch } = useQuery({
    ...reading('GET /api/v1/admin/publications/{id}/author-trust', { params: { id } }),
    staleTime: 60_000,
  })
  const { act, outcome } = useActs(refetch)
  const trusted = data?.data
  const undo = (before: Trusted) => (
    <>
      {t.granted(nom, before.acteur.nom)}{' '}
      <Button look="link" onClick={() => act(() => putBack(before), t.undone)}>
        {actions.undo}
      </Button>
    </>
  )
  return (
    <>
      {outcome}
      {trusted && (
        <p className={css.trust}>
          {t.proposed(nom, trusted.unchanged, trusted.acteur.nom)}{' '}
          <Button
            look="link"
            onClick={() =>
              act(
                () => grant(trusted),
                () => undo(trusted),
              )
            }
          >
            {t.grant}
          </Button>
        </p>
      )}
    </>
  )
}

const memberOf = ({ acteur, user_id }: Trusted) => ({ id: acteur.id, userId: user_id })
const setPermissions = (trusted: Trusted, permissions: Trusted['permissions']) =>
  call('PATCH /api/v1/admin/acteurs/{id}/members/{userId}', {
    params: memberOf(trusted),
    body: { permissions },
  })
const setCanPublish = ({ acteur }: Trusted, can_publish: boolean) =>
  call('POST /api/v1/admin/acteurs/{id}/can-publish', { params: { id: acteur.id }, body: { can_publish } })

/** The member first: an acteur that may publish with nobody who may changes nothing. */
async function grant(trusted: Trusted): Promise<void> {
  await setPermissions(trusted, [...new Set([...trusted.permissions, 'publish_publications' as const])])
  if (!trusted.can_publish) await setCanPublish(trusted, true)
}

async function putBack(before: Trusted): Promise<void> {
  if (!before.can_publish) await setCanPublish(before, false)
  await setPermissions(before, before.permissions)
}
