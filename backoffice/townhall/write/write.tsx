import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Draft, OwnPublication } from '../../kit/api/contract.ts'
import { KEPT_STILL, reading } from '../../kit/api/queries.ts'
import { Loading, Problem } from '../../kit/ui/message.tsx'
import { type Acteur, mayWrite, useActeur } from '../acteur.ts'
import { Page } from '../layout.tsx'
import type { WriteAddress } from './address.ts'
import { Form } from './form.tsx'
import type { Begun } from './keeping.ts'
import { keptHere } from './kept-here.ts'
import { kindsOf } from './kinds.ts'
import type { Start } from './start.ts'
import { t } from './texts.ts'
import { copyOf, fromDraft, NOTHING, type Typed, typedOf } from './typed.ts'

const route = getRouteApi('/espace/ecrire')

export function Write() {
  const acteur = useActeur()
  const address = route.useSearch()
  const navigate = useNavigate()
  const [fresh, setFresh] = useState(0)
  const [isLeft, setLeft] = useState(false)
  // A new draft gets its id while the user types: the form must not remount.
  const [entered] = useState(address)
  if (!mayWrite(acteur)) return <Page title={t.title}>{t.mayNot}</Page>
  const asked: WriteAddress =
    fresh > 0 ? { publication: address.publication } : { ...entered, ...pick(address) }
  const key = [acteur.acteur_id, asked.publication, asked.copie, asked.type, entered.brouillon, fresh].join()
  const beginFresh = (isLeft: boolean) => {
    setFresh(fresh + 1)
    setLeft(isLeft)
    // A reload must not bring the previous draft back.
    void navigate({ to: '.', search: ({ pour, publication }) => ({ pour, publication }), replace: true })
  }
  return <Loaded key={key} acteur={acteur} address={asked} isLeft={isLeft} onFresh={beginFresh} />
}

const pick = ({ publication, copie, type }: WriteAddress): WriteAddress => ({ publication, copie, type })

function Loaded({
  acteur,
  address,
  isLeft,
  onFresh,
}: {
  readonly acteur: Acteur
  readonly address: WriteAddress
  readonly isLeft: boolean
  readonly onFresh: (isLeft: boolean) => void
}) {
  const { publication, copie, brouillon } = address
  const of = publication ?? copie
  const words = useQuery({
    ...reading('GET /api/v1/me/publications/{id}', { params: { id: of ?? '' } }),
    ...KEPT_STILL,
    enabled: of !== undefined,
  })
  const drafts = useQuery({
    ...reading('GET /api/v1/me/drafts', { query: { acteur_id: acteur.acteur_id } }),
    ...KEPT_STILL,
    refetchOnMount: 'always',
  })
  // The form begins with its types: sent without one, nothing would be published.
  const kinds = useQuery(kindsOf(publication === undefined))
  const [start, setStart] = useState<Start>()
  const failed = words.error ?? (drafts.data ? null : drafts.error)
  const isReady =
    (of === undefined || words.data) &&
    (drafts.data || drafts.error) &&
    !drafts.isFetching &&
    (kinds.data || kinds.error)
  if (!start && isReady && !words.error) {
    setStart(startOf(acteur, address, words.data?.data, drafts.data?.data))
    return null
  }
  if (!start)
    return (
      <Page title={t.title} from={{ to: '/espace/publications', name: t.from }}>
        {failed && !isReady ? (
          <Problem error={failed} retry={() => void (words.error ? words : drafts).refetch()} />
        ) : (
          <Loading />
        )}
      </Page>
    )
  return (
    <Form
      acteur={acteur}
      start={start}
      isAlert={address.type === 'alerte'}
      isDraft={brouillon !== undefined}
      isLeft={isLeft}
      onFresh={onFresh}
    />
  )
}

const ANEW = (): Begun => ({
  id: undefined,
  version: undefined,
  once: crypto.randomUUID(),
  isAhead: false,
  lost: [],
})

function startOf(
  acteur: Acteur,
  { publication, copie, brouillon, type }: WriteAddress,
  words: OwnPublication | undefined,
  /** Undefined where they could not be loaded. */
  drafts: readonly Draft[] | undefined,
): Start {
  const slot = `${acteur.acteur_id}.${publication ?? (copie ? `copie.${copie}` : (type ?? 'new'))}`
  const own = acteur.communes.slice(0, 1).map(({ id }) => id)
  const plain: Typed = words ? (publication ? typedOf : copyOf)(words) : { ...NOTHING, commune_ids: own }
  const kept = drafts?.find(one =>
    brouillon ? one.id === brouillon : publication !== undefined && one.publication_id === publication,
  )
  const here = keptHere(kept?.id ?? brouillon ?? slot)
  const changed = publication ? words : undefined
  if (here?.isAhead)
    return {
      slot,
      publication: changed,
      typed: here.typed,
      begun: {
        id: kept?.id ?? here.id,
        version: here.version ?? kept?.version,
        once: here.once,
        isAhead: true,
        lost: here.lost,
      },
      isRecovered: true,
      fromMail: kept?.from_mail ?? null,
      isGone: false,
    }
  if (kept) {
    const typed = fromDraft(kept)
    return {
      slot,
      publication: changed,
      typed: typed.commune_ids.length > 0 ? typed : { ...typed, commune_ids: own },
      begun: {
        id: kept.id,
        version: kept.version,
        once: here?.once ?? crypto.randomUUID(),
        isAhead: false,
        lost: [],
      },
      isRecovered: publication !== undefined,
      fromMail: kept.from_mail,
      isGone: false,
    }
  }
  const isGone = brouillon !== undefined && drafts !== undefined
  return { slot, publication: changed, typed: plain, begun: ANEW(), isRecovered: false, isGone }
}
