import { useQuery } from '@tanstack/react-query'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { roomOf } from '../../../shared/fields/field.ts'
import { ofTown } from '../../../shared/words/of-town.ts'
import type { CommuneRecord, InfosToEdit } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { OFFICE } from '../../kit/commune/api.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { FormHead, FormState } from '../../kit/forms/form-state.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field, FieldRow, TextArea } from '../../kit/ui/field.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { common } from '../../kit/words/texts.ts'
import { Doubt, useDoubt } from '../acteurs/doubt.tsx'
import { BLANK, sent, type Written, wrongContacts } from '../acteurs/fields.tsx'
import { t as acteurs } from '../acteurs/texts.ts'
import css from './first-commune.module.css'
import { t } from './texts.ts'

interface Props {
  readonly commune: CommuneRecord
  onMade(): Promise<void>
}

/** Creates the town hall of the commune, filled in with what the service knows of it. */
export function CreateTownHall(props: Props) {
  const { data, error, refetch } = useQuery(OFFICE.infos(props.commune.id))
  return (
    <>
      <NotYet data={data} error={error} refetch={refetch} />
      {data && <Form {...props} known={data.data.publiques} />}
    </>
  )
}

function Form({ commune, known, onMade }: Props & { readonly known: InfosToEdit['publiques'] }) {
  const doubt = useDoubt()
  const { act, busy, failure } = useActs(onMade)
  /** Takes a town hall that was created before, and that its commune does not name yet. */
  const take = async (id: string) => {
    const { id: commune_id, versions } = commune
    const body = { mairie_actor_id: id, versions: { fiche: versions.fiche } }
    // Whatever fails, the button is there again: the step is done once the commune names it.
    await call('PATCH /api/v1/admin/acteurs/{id}/validate', { params: { id }, body: { valide: true } })
    await call('PATCH /api/v1/admin/communes/{id}', { params: { id: commune_id }, body })
  }
  const { adresse, telephone, email, site_web } = known
  const form = useRecord<undefined, Written>({
    key: `first town hall ${commune.id}`,
    record: undefined,
    typedOf: () => ({
      ...BLANK,
      nom: t.townHallOf(ofTown(commune.nom), commune.nom),
      type: 'mairie',
      commune_id: commune.id,
      adresse: adresse ?? '',
      telephone: telephone ?? '',
      email: email ?? '',
      site_web: site_web ?? '',
    }),
    labels: acteurs.field,
    check: value => ({ ...wrongContacts(value), ...(value.nom.trim() === '' && { nom: common.nomMissing }) }),
    async send(value) {
      if (await doubt.isThere(value)) return 'not sent'
      const body = { ...sent(value), commune_id: commune.id, mairie: true }
      await call('POST /api/v1/admin/acteurs', { body })
      await onMade()
    },
  })
  const text = (name: 'nom' | 'adresse' | 'telephone' | 'email' | 'site_web') => ({
    ...form.field(name),
    maxLength: roomOf(ACTEUR_FIELDS[name]),
    autoComplete: 'off',
  })
  const isKnown = [adresse, telephone, email, site_web].some(Boolean)
  return (
    <form className={`stack gap-14 top-8 ${css.form}`} noValidate onSubmit={form.onSubmit}>
      <p className={css.soft}>{isKnown ? t.townHallKnown : t.townHallUnknown}</p>
      <FormHead of={form} />
      <Field {...text('nom')} dir="auto" />
      <TextArea {...text('adresse')} optional rows={2} />
      <FieldRow>
        <Field {...text('telephone')} optional type="tel" />
        <Field {...text('email')} optional type="email" />
      </FieldRow>
      <Field {...text('site_web')} optional type="url" dir="ltr" />
      <FormState of={form} />
      <Doubt
        about={doubt.about}
        onApart={() => {
          doubt.tellApart()
          void form.submit()
        }}
        take={one =>
          one.type === 'mairie' &&
          one.commune?.id === commune.id &&
          !one.deleted && (
            <Button key={one.id} off={busy} onClick={() => act(() => take(one.id))}>
              {t.take(one.nom)}
            </Button>
          )
        }
      />
      {failure}
      <div className={`row middle ${css.acts}`}>
        <Button look="primary" type="submit" off={form.busy}>
          {t.next}
        </Button>
      </div>
    </form>
  )
}
