import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActeurMerge, AdminActeur } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Dialog, DialogActs } from '../../kit/ui/dialog.tsx'
import { Failure, Note, Problem } from '../../kit/ui/message.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { readAgain } from './queries.ts'
import { t } from './texts.ts'

/** Merges another acteur into this one, with all its records. */
export function Merge({
  acteur,
  onClose,
  onDone,
}: {
  readonly acteur: AdminActeur
  onClose(): void
  onDone(said: string, merge: Pick<ActeurMerge, 'id' | 'from'>): void
}) {
  const [from, setFrom] = useState<string>()
  const [tried, setTried] = useState(false)
  const { act, failure } = useActs(readAgain)
  const merge = async (from_id: string) => {
    const { meta } = await call('POST /api/v1/admin/acteurs/{id}/merge', {
      params: { id: acteur.id },
      body: { from_id },
      version: acteur.version,
    })
    onDone(t.merge.done(meta.merge.from.nom, meta.merge.moved.publications), meta.merge)
  }
  const submit = () => {
    setTried(true)
    return from && act(() => merge(from))
  }
  return (
    <Dialog title={t.merge.title} about={t.merge.about(acteur.nom)} onClose={onClose} onSubmit={submit}>
      <Picker kind="acteurs" label={t.merge.other} value={from} onChange={setFrom} />
      {tried && !from && <Failure>{t.merge.otherMissing}</Failure>}
      {from && <Moves from={from} into={acteur} />}
      {failure}
      <DialogActs keep={t.merge.keep} now={t.merge.now} look="grave" onClose={onClose} />
    </Dialog>
  )
}

/** How many records a merge moves, which programs it stops, and a warning if the communes differ. */
function Moves({ from, into }: { readonly from: string; readonly into: AdminActeur }) {
  const { data, error } = useQuery(reading('GET /api/v1/admin/acteurs/{id}/moves', { params: { id: from } }))
  if (error) return <Problem error={error} />
  if (!data) return null
  const { nom, commune, moves, stops } = data.data
  const { publications, members, claims, subscriptions, import_sources } = moves
  const isElsewhere = commune && into.commune && commune.id !== into.commune.id
  const moving = [
    publications > 0 && t.merge.publications(publications),
    members > 0 && t.merge.members(members),
    subscriptions > 0 && t.merge.subscriptions(subscriptions),
    claims > 0 && t.merge.claims(claims),
    import_sources > 0 && t.merge.imports(import_sources),
  ].filter(line => line !== false)
  const stopping = [
    stops.api_keys > 0 && t.merge.keys(stops.api_keys),
    stops.webhooks > 0 && t.merge.webhooks(stops.webhooks),
  ].filter(line => line !== false)
  return (
    <>
      <p dir="auto">{moving.length > 0 ? t.merge.moves(into.nom) : t.merge.nothing(nom)}</p>
      <Lines of={moving} />
      {stopping.length > 0 && (
        <Note tone="wait">
          <p dir="auto">{t.merge.stop(nom)}</p>
          <Lines of={stopping} />
          <p dir="auto">{t.merge.stopped(into.nom)}</p>
        </Note>
      )}
      {isElsewhere && (
        <Note tone="wait">
          <p dir="auto">{t.merge.elsewhere(nom, commune.nom, into.nom, into.commune.nom)}</p>
        </Note>
      )}
    </>
  )
}

function Lines({ of }: { readonly of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <ul>
      {of.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
