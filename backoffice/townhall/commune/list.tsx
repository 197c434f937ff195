import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { OwnPublication } from '../../kit/api/contract.ts'
import { client, listing } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Pager, useNoPageBeyond } from '../../kit/desk/pager.tsx'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog, DialogActs } from '../../kit/ui/dialog.tsx'
import { TextArea } from '../../kit/ui/field.tsx'
import { Empty, InView, NotYet } from '../../kit/ui/message.tsx'
import { useActeur } from '../acteur.ts'
import { Page } from '../layout.tsx'
import { askedOf, type OwnAddress } from '../publications/address.ts'
import { Finding } from '../publications/finding.tsx'
import { Rows } from '../publications/row.tsx'
import { stateOf } from '../publications/state.ts'
import { t } from './texts.ts'

const route = getRouteApi('/espace/commune')

/** Publications of others for the town hall's commune, which it may hold for review. */
export function CommunePublications() {
  const { acteur_id, type } = useActeur()
  const { q, tri, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const [asking, setAsking] = useState<OwnPublication>()
  const { tell, outcome } = useActs()
  const params = { acteurId: acteur_id }
  const listed = useQuery({
    ...listing('GET /api/v1/mairie/acteurs/{acteurId}/publications', {
      params,
      query: { scope: 'commune', ...askedOf({ q, tri, page }) },
    }),
    enabled: type === 'mairie',
  })
  const go = (change: Partial<OwnAddress>) =>
    void navigate({ search: before => ({ ...before, page: undefined, ...change }), replace: 'q' in change })
  useNoPageBeyond(
    page,
    listed.isPlaceholderData ? undefined : listed.data?.data.length,
    () => void navigate({ search: before => ({ ...before, page: undefined }), replace: true }),
  )
  const rows = listed.data?.data ?? []
  const mayHold = (one: OwnPublication) =>
    one.may.includes('hold') && ['en_ligne', 'programmees'].includes(stateOf(one, new Date()))
  if (type !== 'mairie') return <Page title={t.title}>{t.notYours}</Page>
  return (
    <Page title={t.title} about={t.about}>
      <Finding label={t.search} q={q} sort={tri} onChange={go} />
      <InView>{outcome}</InView>
      <NotYet {...listed} />
      {listed.data && rows.length === 0 && (
        <Empty title={q ? t.nothingFound : t.nothing}>
          {q && <Button onClick={() => go({ q: undefined })}>{t.showAll}</Button>}
        </Empty>
      )}
      {listed.data && rows.length > 0 && (
        <>
          <Rows
            of={rows}
            byWhom
            acts={one => mayHold(one) && <Button onClick={() => setAsking(one)}>{t.hold}</Button>}
          />
          <Pager
            page={page}
            shown={rows.length}
            meta={listed.data.meta}
            onPage={next => void navigate({ search: before => ({ ...before, page: next }) })}
          />
        </>
      )}
      {asking && (
        <Hold
          acteurId={acteur_id}
          publication={rows.find(({ id }) => id === asking.id) ?? asking}
          onClose={() => setAsking(undefined)}
          onHeld={() => {
            tell(t.held(asking.title))
            setAsking(undefined)
          }}
        />
      )}
    </Page>
  )
}

/** Asks for the reason, for the moderators. */
function Hold({
  acteurId,
  publication: { id, title, version },
  onClose,
  onHeld,
}: {
  readonly acteurId: string
  readonly publication: OwnPublication
  readonly onClose: () => void
  readonly onHeld: () => void
}) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { act, failure } = useActs(() => client.invalidateQueries())
  const hold = async () => {
    await call('PATCH /api/v1/mairie/acteurs/{acteurId}/publications/{publicationId}/moderate', {
      params: { acteurId, publicationId: id },
      body: { moderation_status: 'pending', reason: reason.trim() },
      version,
    })
    onHeld()
  }
  const submit = () => {
    setTried(true)
    return reason.trim() !== '' && act(hold)
  }
  return (
    <Dialog title={t.asked.title(title)} about={t.asked.about} onClose={onClose} onSubmit={submit}>
      <TextArea
        label={t.asked.reason}
        hint={t.asked.reasonHint}
        rows={3}
        maxLength={1000}
        autoFocus
        value={reason}
        error={tried && reason.trim() === '' ? t.asked.noReason : undefined}
        onChange={event => setReason(event.currentTarget.value)}
      />
      {failure}
      <DialogActs keep={t.asked.not} now={t.asked.do} look="bad" onClose={onClose} />
    </Dialog>
  )
}
