import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ofTown } from '../../../shared/words/of-town.ts'
import type { ActeurType } from '../../kit/api/contract.ts'
import { client, listing } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { recordOf } from '../../kit/commune/api.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { usePerson } from '../../kit/person.ts'
import { Check, FieldError } from '../../kit/ui/field.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { useSettled } from '../../kit/ui/settled.ts'
import { common } from '../../kit/words/texts.ts'
import { Doubt, Listed, likeness, useDoubt } from './doubt.tsx'
import {
  BLANK,
  ContactFields,
  IdentityFields,
  sent,
  type Written,
  wrongContacts,
  wrongNumbers,
} from './fields.tsx'
import { t } from './texts.ts'

interface Typed extends Written {
  /** Becomes the town hall of its commune, where it may. */
  readonly mairie: boolean
}

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
  const doubt = useDoubt()
  const form = useRecord<undefined, Typed>({
    key: `acteur ${commune ?? 'new'} ${type}`,
    record: undefined,
    typedOf: () => ({ ...BLANK, nom, type, commune_id: commune, mairie: true }),
    labels: t.field,
    check: value => ({
      ...(value.nom.trim() === '' && { nom: common.nomMissing }),
      ...(!value.commune_id && { commune_id: t.communeMissing }),
      ...wrongNumbers(value, true),
      ...wrongContacts(value),
    }),
    async send({ mairie, ...value }) {
      if (await doubt.isThere(value)) return 'not sent'
      const isMairie = mairie && town !== undefined
      const body = { ...sent(value), commune_id: value.commune_id ?? '', ...(isMairie && { mairie }) }
      const { data } = await call('POST /api/v1/admin/acteurs', { body })
      if (isMairie) void client.invalidateQueries()
      onClose()
      const state = { notice: isMairie ? t.mairie.made(data.nom) : t.created(data.nom) }
      void router.navigate({ to: '/acteurs/$id', params: { id: data.id }, state })
    },
  })
  const town = useTownWithout(form.value)
  return (
    <FormDialog
      form={form}
      title={t.creating.title}
      onClose={onClose}
      keep={t.creating.keep}
      now={t.creating.now}
      hint="Ctrl ↵"
    >
      <IdentityFields
        form={form}
        ofCommune={
          town && (
            <div>
              <Check
                label={t.mairie.ask(ofTown(town.nom), town.nom)}
                hint={t.mairie.hint}
                checked={form.value.mairie}
                aria-describedby={form.errors.mairie && 'mairie-error'}
                onChange={event => form.type({ mairie: event.currentTarget.checked })}
              />
              <FieldError id="mairie-error">{form.errors.mairie}</FieldError>
            </div>
          )
        }
      />
      <LookAlikes value={form.value} />
      <ContactFields form={form} />
      <Doubt
        about={doubt.about}
        onApart={() => {
          doubt.tellApart()
          void form.submit()
        }}
      />
    </FormDialog>
  )
}

/** The commune of a typed town hall that has none yet; only for those who may change the commune. */
function useTownWithout({ type, commune_id }: Written) {
  const mayChange = usePerson()?.areas.includes('communes') ?? false
  const { data } = useQuery({
    ...recordOf(commune_id ?? ''),
    enabled: mayChange && type === 'mairie' && commune_id !== undefined,
  })
  const town = data?.data
  const isAsked = mayChange && type === 'mairie' && commune_id !== undefined && town?.id === commune_id
  return isAsked && town.mairie_actor_id === null && town.successor === null ? town : undefined
}

function LookAlikes({ value }: { readonly value: Written }) {
  const asked = useSettled(JSON.stringify(likeness(value)))
  const { data } = useQuery(listing('GET /api/v1/admin/acteurs/look-alikes', { query: JSON.parse(asked) }))
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
