import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ActeurLookAlike, ActeurType } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { useSettled } from '../../kit/ui/settled.ts'
import { common } from '../../kit/words/texts.ts'
import { BLANK, ContactFields, IdentityFields, sent, type Written, wrongNumbers } from './fields.tsx'
import { t } from './texts.ts'

/** The fields by which look-alikes are found. */
const likeness = ({ nom, commune_id, siret, rna, email, telephone }: Written) => ({
  ...{ nom, siret, rna, email, telephone },
  ...(commune_id && { commune_id }),
})

/** Acteurs of one town share the domain of its mail. */
const isDoubtful = ({ reasons }: ActeurLookAlike) => reasons.some(reason => reason !== 'email_domain')

/** Creates an acteur. Similar acteurs are listed while the user types, and asked about before it is created. */
export function Create({
  nom = '',
  commune,
  type = 'association',
  onClose,
}: {
  readonly nom?: string | undefined
  readonly commune?: string | undefined
  readonly type?: ActeurType | undefined
  onClose(): void
}) {
  const router = useRouter()
  const [doubt, setDoubt] = useState<readonly ActeurLookAlike[]>([])
  /** The look-alikes that are said to be others. */
  const apart = useRef(new Set<string>())
  const form = useRecord<undefined, Written>({
    key: `acteur ${commune ?? 'new'} ${type}`,
    record: undefined,
    typedOf: () => ({ ...BLANK, nom, type, commune_id: commune }),
    labels: t.field,
    check: value => ({
      ...(value.nom.trim() === '' && { nom: common.nomMissing }),
      ...(!value.commune_id && { commune_id: t.communeMissing }),
      ...wrongNumbers(value, true),
    }),
    async send(value) {
      const alike = await call('GET /api/v1/admin/acteurs/look-alikes', { query: likeness(value) })
      const doubtful = alike.data.filter(one => isDoubtful(one) && !apart.current.has(one.id))
      setDoubt(doubtful)
      if (doubtful.length > 0) return 'not sent'
      const body = { ...sent(value), commune_id: value.commune_id ?? '' }
      const { data } = await call('POST /api/v1/admin/acteurs', { body })
      onClose()
      const state = { said: t.created(data.nom) }
      void router.navigate({ to: '/acteurs/$id', params: { id: data.id }, state })
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.creating.title}
      onClose={onClose}
      keep={t.creating.keep}
      now={t.creating.now}
      hint="Ctrl ↵"
    >
      <IdentityFields form={form} />
      <LookAlikes value={form.value} />
      <ContactFields form={form} />
      {doubt.length > 0 && (
        <Doubt
          about={doubt}
          onApart={() => {
            for (const { id } of doubt) apart.current.add(id)
            void form.submit()
          }}
        />
      )}
    </FormDialog>
  )
}

function LookAlikes({ value }: { readonly value: Written }) {
  const asked = useSettled(JSON.stringify(likeness(value)))
  const { data } = useQuery({
    ...reading('GET /api/v1/admin/acteurs/look-alikes', { query: JSON.parse(asked) }),
    placeholderData: keepPreviousData,
  })
  const alike = data?.data ?? []
  return (
    <div role="status">
      {alike.length > 0 && (
        <Note tone="wait" icon="twins">
          <Listed alike={alike} />
        </Note>
      )}
    </div>
  )
}

/** Asks before a likely duplicate is created. It takes the focus: the list may be out of sight. */
function Doubt({ about, onApart }: { readonly about: readonly ActeurLookAlike[]; onApart(): void }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is asked
  useEffect(() => {
    place.current?.focus()
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [about])
  return (
    <div ref={place} role="alert" tabIndex={-1}>
      <Note tone="wait" icon="twins">
        <Listed alike={about} />
        <Button onClick={onApart}>{t.apart}</Button>
      </Note>
    </div>
  )
}

const Listed = ({ alike }: { readonly alike: readonly ActeurLookAlike[] }) => (
  <>
    <strong>{t.alike}</strong>
    <ul>
      {alike.map(one => (
        <li key={one.id}>
          <Link to="/acteurs/$id" params={{ id: one.id }} target="_blank" dir="auto">
            {one.nom}
          </Link>{' '}
          {[one.commune?.nom, one.deleted && t.deletedOne, ...one.reasons.map(reason => t.reason[reason])]
            .filter(Boolean)
            .join(', ')}
        </li>
      ))}
    </ul>
  </>
)
